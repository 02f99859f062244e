/** What a Rust server says of itself: its slots, queue, map and hours, asked again and again, told when they change. */
import type { UntimedFact } from '../facts.ts';
import type { Clock } from '../ports.ts';
import { Watchdog } from '../watchdog.ts';
import { parseServerInfo, type ServerInfo } from './payloads.ts';

/** The server counts its uptime in whole seconds, and clocks are set, ms. */
const SAME_START = 3_000;

export interface FiguresDeps {
  readonly clock: Clock;
  /** For how long what was said holds without being said again, ms. */
  readonly patience: number;
  /** Between one question and the next, ms. */
  readonly pause: () => number;
  /** The answer to `serverinfo`; empty where none comes. */
  readonly ask: () => Promise<string>;
  readonly tell: (fact: UntimedFact) => void;
  /** How many players are known to be on the server; null while that is not known. */
  readonly counted: () => number | null;
}

export class Figures {
  readonly #deps: FiguresDeps;
  readonly #watchdog: Watchdog;
  #cancelAsking = (): void => undefined;
  #info: ServerInfo | null = null;
  /** When the server's process started, epoch ms; the same estimate while it is the same process. */
  #startedAt: number | null = null;
  /** The latest that its last answer allows. */
  #startedBy = Infinity;
  #toldPopulation = '';
  #toldEnvironment = '';

  constructor(deps: FiguresDeps) {
    this.#deps = deps;
    this.#watchdog = new Watchdog(deps.clock, deps.patience, () => this.forget());
  }

  get startedAt(): number | null {
    return this.#startedAt;
  }

  /** Takes what was asked for `age` ms ago; true where it is of another process than the last. */
  learn(info: ServerInfo, age: number): boolean {
    const now = this.#deps.clock.now();
    this.#info = info;
    this.#watchdog.sign(age);
    if (info.uptime === null) return false;
    const up = info.uptime * 1_000;
    const restarted = now - age - up > this.#startedBy + SAME_START;
    const startedBy = now - up;
    if (restarted || this.#startedAt === null) this.#startedAt = startedBy;
    this.#startedBy = startedBy;
    return restarted;
  }

  /** Asks from now on, whatever else the server leaves without an answer; it was asked `age` ms ago. */
  follow(age: number): void {
    this.#cancelAsking();
    const wait = Math.max(0, this.#deps.pause() - age);
    this.#cancelAsking = this.#deps.clock.after(wait, () => void this.#askAgain());
  }

  async #askAgain(): Promise<void> {
    let stale = false;
    this.#cancelAsking = () => (stale = true);
    const asked = this.#deps.clock.elapsed();
    const info = parseServerInfo(await this.#deps.ask());
    if (stale) return;
    const age = this.#deps.clock.elapsed() - asked;
    if (info !== null) {
      this.learn(info, age);
      this.tellPopulation();
      this.tellEnvironment();
    }
    this.follow(age);
  }

  /** What was said holds no longer. */
  forget(): void {
    this.#watchdog.rest();
    this.#info = null;
    this.tellPopulation();
    this.tellEnvironment();
  }

  /** Nothing more is asked or told by itself. */
  rest(): void {
    this.#cancelAsking();
    this.#watchdog.rest();
  }

  tellPopulation(): void {
    const players = this.#deps.counted();
    const { slots = null, queue = null } = this.#info ?? {};
    const population = { players, slots, queue };
    const told = JSON.stringify(population);
    if (told === this.#toldPopulation || (this.#toldPopulation === '' && players === null)) return;
    this.#toldPopulation = told;
    this.#deps.tell({ kind: 'population', source: 'rcon', population });
  }

  tellEnvironment(): void {
    const {
      name = null,
      map = null,
      version = null,
      time = null,
      wipedAt = null,
    } = this.#info ?? {};
    const startedAt = this.#info === null ? null : this.#startedAt;
    const environment = { name, map, version, time, wipedAt, startedAt };
    const told = JSON.stringify(environment);
    if (told === this.#toldEnvironment || (this.#toldEnvironment === '' && this.#info === null)) {
      return;
    }
    this.#toldEnvironment = told;
    const unknown = { passwordProtected: null, locked: null, latency: null };
    this.#deps.tell({ kind: 'environment', ...environment, ...unknown });
  }
}
