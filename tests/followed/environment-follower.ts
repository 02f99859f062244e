/** What a portal shows of a server beside its people, against the server: its name, map, version, hours and lock. */
import type { GameFact } from '../../src/host/connectors/contract.ts';
import { SIM_GAMES } from '../../src/sim/games.ts';
import type { SimServer } from '../../src/sim/server.ts';
import type { Portal } from './portal.ts';

/** Rust is asked for its hours every half minute, and an answer may be lost with its connection. Milliseconds. */
const TRUE_WITHIN = 60_000;
const LOOKED_EVERY = 1_000;
const DAY = 1_440;
/** Rust's worlds begin at nine, and live a day in an hour. */
const RUST_MORNING = 9 * 60;
const RUST_SPEED = 24;

interface Sample {
  readonly at: number;
  readonly map: string;
  readonly locked: boolean;
  /** Since midnight of the world. */
  readonly minutes: number;
}

export class EnvironmentFollower {
  readonly wrong: string[] = [];
  /** Checks at which everything that the game tells was known. */
  checks = 0;
  readonly #server: SimServer;
  readonly #now: () => number;
  #samples: Sample[] = [];
  #name: string | null = null;

  constructor(server: SimServer, now: () => number) {
    this.#server = server;
    this.#now = now;
  }

  hear(fact: GameFact): void {
    if (fact.kind === 'environment') this.#name = fact.name;
  }

  /** To be called after each moment. */
  look(): void {
    if (this.#now() - (this.#samples.at(-1)?.at ?? 0) >= LOOKED_EVERY) this.#sample();
  }

  #sample(): void {
    const at = this.#now();
    const { game, map, locked, timeOfDay, uptimeSeconds } = this.#server.view();
    const rust = RUST_MORNING + (uptimeSeconds / 60) * RUST_SPEED;
    const minutes = Math.floor(game === 'RUST' ? rust : timeOfDay) % DAY;
    this.#samples.push({ at, map, locked, minutes });
  }

  check({ live }: Portal): void {
    this.#sample();
    const since = this.#now() - TRUE_WITHIN;
    this.#samples = this.#samples.filter(({ at }) => at >= since);
    const { map, version, time, locked } = live.row.environment;
    const told = { name: this.#name, map, version, time, locked };
    const { game, name } = this.#server.view();
    // Where nothing is known for now, nothing is shown.
    if (Object.values(told).every((value) => value === null)) return;
    this.checks += 1;
    const some = (fits: (sample: Sample) => boolean) => this.#samples.some(fits);
    const timed = game === 'DAYZ' || game === 'DAYZ_EXP' || game === 'RUST';
    const right = {
      name: told.name === name,
      map: some((sample) => sample.map === map),
      version: version === SIM_GAMES[game].version,
      time: timed ? time !== null && this.#wasTime(time) : time === null,
      locked: game.startsWith('ARMA')
        ? some((sample) => sample.locked === locked)
        : locked === null,
    };
    if (Object.values(right).every(Boolean)) return;
    const samples = JSON.stringify(this.#samples.slice(-3));
    this.wrong.push(`shown ${JSON.stringify(told)}, true were ${name} and ${samples}`);
  }

  #wasTime(time: string): boolean {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const told = hours * 60 + minutes;
    return this.#samples.some((sample, index) => {
      const next = this.#samples[index + 1] ?? sample;
      return after(sample.minutes, told) <= after(sample.minutes, next.minutes);
    });
  }
}

/** How many minutes from one time of day to another. */
function after(from: number, to: number): number {
  return (to - from + DAY) % DAY;
}
