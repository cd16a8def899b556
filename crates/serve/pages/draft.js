// The edited text of an experiment, kept in the tab until the experiment is started. The text
// survives navigation, a change of the language, and a reload.

/** @typedef {{ text: string, name: string, example?: string | undefined, from?: string | undefined }} Draft */

/**
 * Returns the draft of an address of the application.
 * @param {string} address
 */
export function draftAt(address) {
  const key = `draft:${address}`;
  return {
    /** @returns {Draft | null} */
    read() {
      return JSON.parse(sessionStorage.getItem(key) ?? 'null');
    },
    /** @param {Draft} draft */
    keep(draft) {
      try {
        sessionStorage.setItem(key, JSON.stringify(draft));
      } catch {
        // A text of several MiB may exceed the browser's limit. Then the outdated draft is removed.
        sessionStorage.removeItem(key);
      }
    },
    remove() {
      sessionStorage.removeItem(key);
    },
  };
}
