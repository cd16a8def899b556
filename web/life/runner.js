// The main loop of the page. For each frame, it steps the field, reads and paints the visible part,
// and measures the speed.

/** @typedef {import('./protocol.js').Answer} Answer */
/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./painter.js').Painter} Painter */
/** @typedef {import('./simulation.js').Simulation} Simulation */

/** Selectable generations per second; the last one is unlimited. */
export const SPEEDS = [1, 3, 10, 30, 60, 120, 300, 1000, 3000, 10000, Infinity];

/** Engine time per frame in milliseconds; the rest of a frame is for reading. */
const FRAME = 12;
/** Maximum engine time per frame in milliseconds if the engine works while the page paints. */
const LONG_FRAME = 80;

/** Minimum milliseconds between two counts of the whole field. */
const BETWEEN_COUNTS = 250;
/** Minimum time between two counts, as a multiple of the duration of the last count. */
const COUNT_SHARE = 20;

/** Time window for the measured rate, in milliseconds. */
const MEASURED = 1000;

/**
 * The values shown beside the field.
 * @typedef {object} State
 * @property {boolean} running
 * @property {number} generation
 * @property {number} [population]
 * @property {number} [fingerprint]
 * @property {number} [rate] generations per second, over the last second
 */

/** The page's loop, one turn per frame. */
export class Runner {
  running = false;
  speed = 4;
  /** Whether the view has changed for a reason other than a step. */
  stale = true;
  /** Whether the displayed counts are older than the field. */
  uncounted = true;
  /** The number of generations that are due, including a fraction. */
  due = 0;
  /** Measured generations per millisecond of engine time. */
  pace = 1;
  /** Requested single steps. */
  wanted = 0;
  counted = 0;
  /** Duration of the last count, in milliseconds. */
  counting = 0;
  last = 0;
  /**
   * A step that the engine performs while the page paints.
   * @type {{connection: object, generations: number, answer: Promise<Answer | undefined>,
   *   begun: number} | undefined}
   */
  ahead;
  /** Milliseconds from the start of the last painting to the next frame. */
  painting = FRAME;
  /**
   * Times and generations within the time window.
   * @type {{time: number, generation: number}[]}
   */
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

  /** Requests one generation, or pauses a running field. */
  step() {
    if (this.running) this.toggle();
    else this.wanted += 1;
  }

  /** Marks the view as changed. */
  look() {
    this.stale = true;
  }

  /** Marks the field as changed by something other than a step. */
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
    // While the field is being changed, it is not stepped, because the step would be lost.
    if (simulation.busy > 0) return;
    const ahead = this.ahead?.connection === connection ? this.ahead : undefined;
    this.ahead = undefined;
    if (ahead) this.painting = performance.now() - ahead.begun;
    const generations = ahead?.generations ?? this.generationsNow(now - this.last);
    this.last = now;
    const counting = this.countIsDue(now);
    if (generations === 0 && !this.stale && !counting) return;
    // All questions of a frame are sent before the first answer is awaited, so that the engine does
    // not wait for the page.
    const stepped = ahead?.answer ?? (generations > 0 ? connection.ask({ type: 'step', generations }) : undefined);
    this.stale = false;
    const window = camera.window();
    const read = connection.ask({ type: 'read', ...window });
    const count = counting ? connection.ask({ type: 'count' }) : undefined;
    const answers = await Promise.allSettled([stepped, read, count]);
    // If the field was replaced while the answers were awaited, they are discarded.
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
   * Sends the next step at once: the engine works while the page paints and waits for its next
   * frame.
   * @param {import('./connection.js').Connection} connection
   */
  goAhead(connection) {
    const begun = performance.now();
    const time = Math.max(FRAME, Math.min(this.painting, LONG_FRAME));
    const generations = Math.max(1, Math.floor(this.pace * time));
    const answer = connection.ask({ type: 'step', generations });
    // If the field is replaced, the answer fails. This failure is ignored.
    answer.catch(() => undefined);
    this.ahead = { connection, generations, answer, begun };
  }

  /**
   * Returns the number of generations for this frame.
   * @param {number} elapsed milliseconds since the last frame
   */
  generationsNow(elapsed) {
    const single = this.wanted;
    this.wanted = 0;
    if (!this.running) return single;
    const most = Math.max(1, Math.floor(this.pace * FRAME));
    const speed = SPEEDS[this.speed];
    if (speed === Infinity) return most;
    // If the browser paused the page, the generations of the pause are skipped: at most 100 ms
    // count.
    this.due += (speed * Math.min(elapsed, 100)) / 1000;
    // All due generations are computed, but not more than the engine can compute in a frame.
    const generations = Math.min(most, Math.floor(this.due));
    this.due = Math.min(this.due - generations, speed);
    return generations;
  }

  /**
   * Returns whether the field is to be counted; a paused field is counted at once.
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
    // `pace` is an estimate of the engine's speed. Because clocks are coarse, an answer can at most
    // double it. It can fall by any amount.
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
 * Returns the value of a settled promise, or throws its rejection.
 * @param {PromiseSettledResult<Answer | undefined>} settled
 */
function valueOf(settled) {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}
