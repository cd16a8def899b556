// The socket of a table, which receives states and sends commands. The socket reconnects after a
// loss.

/**
 * @typedef {{ name: string, player: number, part: string, state: string, cards: number, hand: string[] | null }} Seat
 * @typedef {{ seat: number, cards: string[] }} Shown
 * @typedef {{ text: string, faces: string[], kind: string }} Choice
 * @typedef {{ seat: number, decision: 'call' | 'give' | 'move', text: string | null, faces: string[],
 *   kind: string, cards: number, clears: boolean, substituted: string | null }} Logged
 * @typedef {{ action: string, value: number | null, low: number | null, high: number | null,
 *   behind: number | null, behind_error: number | null }} Advised
 * @typedef {{ unit: string, reason: string, playouts: number, worlds: number, legal: number,
 *   moves: Advised[] }} Advice
 * @typedef {{ number: number, seat: number, taken: string, best: string, reason: string, value: number | null,
 *   loss: number | null, loss_error: number | null, charged: boolean }} Reviewed
 * @typedef {{ unit: string, reviewed: number, decisions: Reviewed[] }} Review
 * @typedef {{ working: boolean, done: number, total: number | null, answer: any }} Thought
 * @typedef {{ game: string, title: string, number: number, version: number,
 *   phase: 'person' | 'program' | 'over' | 'thrown_in', person: number | null, acts: number | null,
 *   rules: { name: string, value: string }[], switches: string[], can_undo: boolean, practice: boolean, shown: boolean, seats: Seat[], facts: string[], table: Shown[],
 *   hand: string[], ask: any, choices: Choice[], log: Logged[],
 *   result: { points: number[], totals: number[], parts: string[], fewer_win: boolean, seed: string | null } | null,
 *   paused: boolean, pace: number, hint: Thought, review: Thought }} TableState
 */

/**
 * Follows a table until the signal aborts. `ended` is called if the table does not exist.
 * @param {string} table
 * @param {AbortSignal} signal
 * @param {(state: TableState) => void} follower
 * @param {() => void} ended
 * @returns {(command: Record<string, unknown>) => void} sends a command
 */
export function connect(table, signal, follower, ended) {
  /** @type {WebSocket | null} */
  let socket = null;
  let wait = 400;
  const open = () => {
    if (signal.aborted) return;
    socket = new WebSocket(`ws://${location.host}/table?${new URLSearchParams({ table })}`);
    socket.addEventListener('message', ({ data }) => {
      if (signal.aborted) return;
      wait = 400;
      const state = JSON.parse(data);
      if (state.game) follower(state);
      else {
        signal.removeEventListener('abort', close);
        socket = null;
        ended();
      }
    });
    socket.addEventListener('close', () => {
      if (!socket) return;
      setTimeout(open, wait);
      wait = Math.min(wait * 1.5, 4000);
    });
  };
  const close = () => {
    const last = socket;
    socket = null;
    last?.close();
  };
  signal.addEventListener('abort', close);
  open();
  return (command) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
  };
}
