/**
 * What a portal shows of a server beside its people, against the server: its name, map, version, hours and lock,
 * since when it runs, and when its map was wiped.
 */
import type { GameFact } from '../../src/host/connectors/contract.ts';
import { isFollowed } from '../../src/domain/servers/status.ts';
import { SIM_GAMES, type SimGame } from '../../src/sim/games.ts';
import type { SimServer } from '../../src/sim/server.ts';
import type { Portal } from './portal.ts';

/** Rust is asked for its hours every half minute, and an answer may be lost with its connection. Milliseconds. */
const TRUE_WITHIN = 60_000;
const LOOKED_EVERY = 1_000;
/** What Rust's console said of itself holds for so long after it was asked. Milliseconds. */
const SAID_HOLDS = 9_500;
/** Uptimes are whole seconds, and a little older when they are heard. Milliseconds. */
const STARTED_WITHIN = 5_000;
/** What is logged in to while it loads has begun so long before it runs. Milliseconds. */
const LOADING = 20_000;
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
  /** Moments of this machine and of the world: its clock may run faster. */
  readonly startedAt: number;
  readonly wipedAt: number;
}

export class EnvironmentFollower {
  readonly wrong: string[] = [];
  /** Checks at which everything that the game tells was known. */
  checks = 0;
  readonly #server: SimServer;
  readonly #now: () => number;
  /** How much faster the world's clock runs. */
  readonly #speed: number;
  /** When Rust's console was asked what it has answered last. */
  readonly #askedAt: () => number;
  /** When it was asked for the hours that are shown; a sign of life asks the same, and is shown nowhere. */
  #saidAt = -Infinity;
  #time: string | null = null;
  #samples: Sample[] = [];
  #name: string | null = null;

  constructor(server: SimServer, now: () => number, speed: number, askedAt: () => number) {
    this.#server = server;
    this.#now = now;
    this.#speed = speed;
    this.#askedAt = askedAt;
  }

  hear(fact: GameFact): void {
    if (fact.kind !== 'environment') return;
    this.#name = fact.name;
    if (fact.time !== null && fact.time !== this.#time) this.#saidAt = this.#askedAt();
    this.#time = fact.time;
  }

  /** To be called after each moment. */
  look(): void {
    if (this.#now() - (this.#samples.at(-1)?.at ?? 0) >= LOOKED_EVERY) this.#sample();
  }

  #sample(): void {
    const at = this.#now();
    const { game, map, locked, timeOfDay, uptimeSeconds, wipedAt } = this.#server.view();
    const rust = RUST_MORNING + (uptimeSeconds / 60) * RUST_SPEED;
    const minutes = Math.floor(game === 'RUST' ? rust : timeOfDay) % DAY;
    const startedAt = at - uptimeSeconds * 1_000;
    this.#samples.push({ at, map, locked, minutes, startedAt, wipedAt });
  }

  check({ live }: Portal): void {
    this.#sample();
    const since = this.#now() - TRUE_WITHIN;
    this.#samples = this.#samples.filter(({ at }) => at >= since);
    const { map, version, time, locked, wiped_at, uptime, uptime_source, observed_at } =
      live.row.environment;
    // Since when Muster is connected is no start.
    const isStart = uptime !== null && uptime_source !== 'connection';
    const startedAt = isStart ? observed_at - uptime * 1_000 : null;
    const told = { name: this.#name, map, version, time, locked, wiped_at, startedAt };
    const { game, name } = this.#server.view();
    // Where nothing is known for now, nothing is shown, but since when it runs as far as was seen.
    if (Object.values({ ...told, startedAt: null }).every((value) => value === null)) return;
    this.checks += 1;
    const some = (fits: (sample: Sample) => boolean) => this.#samples.some(fits);
    const silent = this.#now() - this.#saidAt >= SAID_HOLDS;
    const unheard = game === 'RUST' && (silent || !isFollowed(live.row.state));
    const timed = game === 'DAYZ' || game === 'DAYZ_EXP' || game === 'RUST';
    const right = {
      name: told.name === name,
      map: some((sample) => sample.map === map),
      version: version === SIM_GAMES[game].version,
      time: timed ? this.#isTime(time, unheard) : time === null,
      locked: game.startsWith('ARMA')
        ? some((sample) => sample.locked === locked)
        : locked === null,
      wipedAt:
        game === 'RUST'
          ? some((sample) => Math.floor(sample.wipedAt / 1_000) * 1_000 === wiped_at)
          : wiped_at === null,
      startedAt: this.#hasStarted(game, startedAt, unheard),
    };
    if (Object.values(right).every(Boolean)) return;
    const samples = JSON.stringify(this.#samples.slice(-3));
    this.wrong.push(`shown ${JSON.stringify(told)}, true were ${name} and ${samples}`);
  }

  /**
   * Rust says since when it runs; the start of the others is known where it was seen. What runs faster than the clock
   * by which it is shown began at no one moment.
   */
  #hasStarted(game: SimGame, startedAt: number | null, unheard: boolean): boolean {
    if (startedAt === null) return game !== 'RUST' || unheard;
    if (this.#speed !== 1) return game !== 'GENERIC';
    const loading = game === 'RUST' ? 0 : LOADING;
    return this.#samples.some((sample) => {
      const late = startedAt - sample.startedAt;
      return -loading - STARTED_WITHIN < late && late < STARTED_WITHIN;
    });
  }

  /** Rust says it by its console alone, which may be silent while the query port answers. */
  #isTime(time: string | null, unheard: boolean): boolean {
    if (time === null) return unheard;
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
