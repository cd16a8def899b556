// Texts in addresses, compressed and encoded in URL-safe Base64.

/**
 * Compresses a text for an address.
 * @param {string} text
 */
export async function packed(text) {
  if (text === '') return '';
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Decompresses a text from an address. Texts longer than 1 MiB are refused, because addresses are
 * not trusted.
 * @param {string} letters
 */
export async function unpacked(letters) {
  const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > 1 << 20) throw new Error('the text in the address is longer than 1 MiB');
  }
}
