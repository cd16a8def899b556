// The live state of runs and jobs, over a socket that reconnects.

/**
 * @typedef {{ low: number, high: number }} Bounds
 * @typedef {{ name: string, value: number, interval: [number, number] | null }} Figure
 * @typedef {{ columns: { name: string, numeric: boolean }[], rows: unknown[][] }} Table
 * @typedef {{ shards: number, lead: string, metrics: { label: string, value: string }[],
 *   figures: Figure[], table: Table | null }} Estimate
 * @typedef {{ ladder: string, rung: number, name: string, known_as: string | null, what: string,
 *   item: string, ns_per_item: number, speedup: number, about: string }} Rung
 * @typedef {{ id: number, task: 'run' | 'ladder', name: string,
 *   state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed', error: string | null, done: number,
 *   total: number | null, unit: string | null, message: string | null, bounds: Bounds | null,
 *   estimate: Estimate | null, rungs: Rung[] }} Job
 * @typedef {{ name: string, kind: string, state: 'complete' | 'unfinished' | 'running', done: number,
 *   total: number | null, unit: string, started: number | null }} Run
 * @typedef {{ runs: Run[], damaged: { name: string, reason: string }[], jobs: Job[] }} LiveState
 */

/** @type {LiveState | null} */
let state = null;
let connected = true;
/** @type {Set<(state: LiveState) => void>} */
const followers = new Set();
/** @type {(connected: boolean) => void} */
let onConnection = () => {};

/**
 * Calls a function with the current state, and after every change with the new state, until the
 * signal aborts.
 * @param {AbortSignal} signal
 * @param {(state: LiveState) => void} follower
 */
export function follow(signal, follower) {
  if (signal.aborted) return;
  followers.add(follower);
  signal.addEventListener('abort', () => followers.delete(follower));
  if (state) follower(state);
}

/**
 * Returns the latest job of a run or ladder.
 * @param {LiveState} state
 * @param {'run' | 'ladder'} task
 * @param {string} name
 */
export function jobOf(state, task, name) {
  return state.jobs.findLast((job) => job.task === task && job.name === name);
}

/**
 * Returns whether a job waits or runs.
 * @param {Job | undefined} job
 */
export function isActive(job) {
  return job?.state === 'waiting' || job?.state === 'running';
}

/** @param {boolean} now */
function setConnected(now) {
  if (connected === now) return;
  connected = now;
  onConnection(now);
}

/**
 * Connects, and reconnects after every loss. The listener is called when the connection is lost or
 * restored.
 * @param {(connected: boolean) => void} listener
 */
export function connect(listener) {
  onConnection = listener;
  open(500);
}

/** @param {number} wait milliseconds until the next attempt */
function open(wait) {
  const socket = new WebSocket(`ws://${location.host}/live`);
  socket.addEventListener('message', ({ data }) => {
    setConnected(true);
    wait = 500;
    state = /** @type {LiveState} */ (JSON.parse(data));
    for (const follower of followers) follower(state);
  });
  socket.addEventListener('close', () => {
    setConnected(false);
    setTimeout(() => open(Math.min(wait * 1.5, 4000)), wait);
  });
}
