/** What a server's query port tells, against the server: no figure that was not true a moment ago. */
import type { GameFact } from '../../src/host/connectors/contract.ts';
import type { SimServer } from '../../src/sim/server.ts';

/** A figure without an answer is given up after 45 s; until then comes one more question at the most, 10 s after the last. */
const TRUE_WITHIN = 75_000;

interface Sample {
  readonly until: number;
  readonly players: number;
  readonly queue: number;
}

export class StatusFollower {
  readonly wrong: string[] = [];
  checks = 0;
  /** Of these, those at which people waited. */
  queued = 0;
  readonly #server: SimServer;
  readonly #now: () => number;
  readonly #queues: boolean;
  #samples: Sample[] = [];
  #told: Extract<GameFact, { kind: 'population' }> | null = null;

  constructor(server: SimServer, now: () => number, queues: boolean) {
    this.#server = server;
    this.#now = now;
    this.#queues = queues;
  }

  hear(fact: GameFact): void {
    if (fact.kind === 'population') this.#told = fact;
  }

  /** To be called after each moment. */
  look(): void {
    const players = this.#server.roster().length;
    const queue = this.#server.queue();
    const last = this.#samples.at(-1);
    const until = this.#now();
    if (last?.players === players && last.queue === queue) this.#samples.pop();
    this.#samples.push({ until, players, queue });
  }

  check(slots: number): void {
    const since = this.#now() - TRUE_WITHIN;
    this.#samples = this.#samples.filter(({ until }) => until >= since);
    if (this.#told === null || this.#told.population.slots === null) return;
    this.checks += 1;
    const { source, population } = this.#told;
    const { players, queue } = population;
    if (queue !== null && queue > 0) this.queued += 1;
    const some = (fits: (sample: Sample) => boolean) => this.#samples.some(fits);
    const counted = source === 'rcon' || some((sample) => sample.players === players);
    const queued = this.#queues ? some((sample) => sample.queue === queue) : queue === null;
    if (!counted || !queued || population.slots !== slots) {
      const samples = JSON.stringify(this.#samples.slice(-5));
      this.wrong.push(`told ${JSON.stringify(this.#told)}, true were ${samples}`);
    }
  }
}
