// Time: how many generations a frame, what is read and painted, and how fast that is.

/** @typedef {import('./protocol.js').Answer} Answer */
/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./painter.js').Painter} Painter */
/** @typedef {import('./simulation.js').Simulation} Simulation */

/** Generations a second that can be chosen; the last one is whatever comes. */
export const SPEEDS = [1, 3, 10, 30, 60, 120, 300, 1000, 3000, 10000, Infinity];

/** Milliseconds that the engine may take a frame: the rest of it is for reading. */
const FRAME = 12;
/** And at most, where painting takes longer and the engine would otherwise wait. */
const LONG_FRAME = 80;

/** Milliseconds between two counts of the whole field, at least. */
const BETWEEN_COUNTS = 250;
/** And at least so many times as long as the last one took. */
const COUNT_SHARE = 20;

/** Milliseconds over which the rate is measured. */
const MEASURED = 1000;

/**
 * What is shown beside the field.
 * @typedef {object} State
 * @property {boolean} running
 * @property {number} generation
 * @property {number} [population]
 * @property {number} [fingerprint]
 * @property {number} [rate] generations a second, over the last second
 */

/** The loop of the page: one turn a frame. */
export class Runner {
  running = false;
  speed = 4;
  /** Whether something else than time has changed what is to be seen. */
  stale = true;
  /** Whether the numbers beside the field are older than the field. */
  uncounted = true;
  /** Generations that are due, as a fraction. */
  due = 0;
  /** Generations that the engine does in a millisecond, as last seen. */
  pace = 1;
  /** Single steps asked for. */
  wanted = 0;
  counted = 0;
  /** Milliseconds that the last count took. */
  counting = 0;
  last = 0;
  /**
   * What the engine is doing while the page paints.
   * @type {{connection: object, generations: number, answer: Promise<Answer | undefined>, begun: number} | undefined}
   */
  ahead;
  /** Milliseconds that the page takes to paint and to come to its next frame. */
  painting = FRAME;
  /** When the field stood where, within the time measured. @type {{time: number, generation: number}[]} */
  marks = [];

  /**
   * @param {Simulation} simulation
   * @param {Camera} camera
   * @param {Painter} painter
   * @param {(state: State) => void} show
   * @param {(error: unknown) => void} fail
   */
  constructor(simulation, camera, painter, show, fail) {
    this.simulation = simulation;
    this.camera = camera;
    this.painter = painter;
    this.show = show;
    this.fail = fail;
    requestAnimationFrame((now) => this.frame(now));
  }

  /** Runs, or pauses. */
  toggle() {
    this.running = !this.running;
    this.due = 0;
    this.marks = [];
    this.uncounted = true;
    this.tell();
  }

  /** One generation; whoever runs is paused. */
  step() {
    if (this.running) this.toggle();
    else this.wanted += 1;
  }

  /** Something else is to be seen of the same field. */
  look() {
    this.stale = true;
  }

  /** The field has changed, and not by time. */
  touch() {
    this.stale = true;
    this.uncounted = true;
    this.marks = [];
  }

  /** @param {number} now */
  async frame(now) {
    try {
      await this.turn(now);
    } catch (error) {
      this.running = false;
      this.fail(error);
    }
    requestAnimationFrame((next) => this.frame(next));
  }

  /** @param {number} now */
  async turn(now) {
    const { simulation, camera, painter } = this;
    const { connection } = simulation;
    // What is being changed is not stepped: that would be lost.
    if (simulation.busy > 0) return;
    const ahead = this.ahead?.connection === connection ? this.ahead : undefined;
    this.ahead = undefined;
    if (ahead) this.painting = performance.now() - ahead.begun;
    const generations = ahead?.generations ?? this.generationsNow(now - this.last);
    this.last = now;
    const counting = this.countIsDue(now);
    if (generations === 0 && !this.stale && !counting) return;
    // All are sent before one is waited for, so that the engine does not wait for the page in between.
    const stepped = ahead?.answer ?? (generations > 0 ? connection.ask({ type: 'step', generations }) : undefined);
    this.stale = false;
    const window = camera.window();
    const read = connection.ask({ type: 'read', ...window });
    const count = counting ? connection.ask({ type: 'count' }) : undefined;
    const answers = await Promise.allSettled([stepped, read, count]);
    // Another field has taken this one's place: its own turn comes.
    if (connection !== simulation.connection) return;
    const [step, picture, counts] = answers.map(valueOf);
    if (step) this.learn(generations, step);
    if (counts) this.counting = counts.milliseconds ?? 0;
    if (this.running && SPEEDS[this.speed] === Infinity) this.goAhead(connection);
    if (picture?.bytes) {
      simulation.generation = picture.generation;
      painter.take(window.rectangle, window.scale, picture.bytes);
      painter.draw(camera);
    }
    this.tell(counts);
  }

  /**
   * Sends the next step at once: the engine works while the page paints and waits for its next frame.
   * @param {import('./connection.js').Connection} connection
   */
  goAhead(connection) {
    const begun = performance.now();
    const time = Math.max(FRAME, Math.min(this.painting, LONG_FRAME));
    const generations = Math.max(1, Math.floor(this.pace * time));
    const answer = connection.ask({ type: 'step', generations });
    // If the field is replaced, nobody will ask what came of it.
    answer.catch(() => undefined);
    this.ahead = { connection, generations, answer, begun };
  }

  /**
   * How many generations this frame is to do.
   * @param {number} elapsed milliseconds since the last one
   */
  generationsNow(elapsed) {
    const single = this.wanted;
    this.wanted = 0;
    if (!this.running) return single;
    const most = Math.max(1, Math.floor(this.pace * FRAME));
    const speed = SPEEDS[this.speed];
    if (speed === Infinity) return most;
    // After a pause of the whole page nothing is made up for.
    this.due += (speed * Math.min(elapsed, 100)) / 1000;
    // As many as are due, but for what the engine cannot do.
    const generations = Math.min(most, Math.floor(this.due));
    this.due = Math.min(this.due - generations, speed);
    return generations;
  }

  /**
   * Whether the field is to be counted: now, if it stands still.
   * @param {number} now
   */
  countIsDue(now) {
    const between = this.running ? Math.max(BETWEEN_COUNTS, this.counting * COUNT_SHARE) : 0;
    if (!this.uncounted || now - this.counted < between) return false;
    this.counted = now;
    this.uncounted = false;
    return true;
  }

  /**
   * @param {number} generations
   * @param {Answer} answer
   */
  learn(generations, { generation, milliseconds = 0 }) {
    const pace = generations / Math.max(milliseconds, 0.05);
    // Clocks are coarse: what is learned grows slowly and falls at once.
    this.pace = Math.min(pace, this.pace * 2);
    this.uncounted = true;
    const time = performance.now();
    this.marks.push({ time, generation });
    while (this.marks.length > 2 && time - this.marks[0].time > MEASURED) this.marks.shift();
  }

  /** @param {Answer} [counts] */
  tell(counts) {
    const [first, last] = [this.marks[0], this.marks.at(-1)];
    const measured = this.running && first && last && last.time - first.time > MEASURED / 4;
    this.show({
      running: this.running,
      generation: this.simulation.generation,
      population: counts?.population,
      fingerprint: counts?.fingerprint,
      rate: measured ? ((last.generation - first.generation) * 1000) / (last.time - first.time) : undefined,
    });
  }
}

/**
 * What a promise came to; what was broken is thrown.
 * @param {PromiseSettledResult<Answer | undefined>} settled
 */
function valueOf(settled) {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}
