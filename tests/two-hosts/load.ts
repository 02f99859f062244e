import type { SimServer } from '../../src/sim/server.ts';

/** Somebody's stay by the simulator's own account; names are never given twice. */
export interface Stay {
  readonly name: string;
  readonly joinedAt: number;
  leftAt: number | null;
}

/** A simulated server with the people that a test sends there. Every line that it prints is unlike all others. */
export class LoadedServer {
  readonly sim: SimServer;
  readonly id: string;
  readonly stays: Stay[] = [];
  readonly #random: () => number;
  readonly #present = new Map<number, Stay>();
  #lines = 0;

  constructor(sim: SimServer, id: string, random: () => number) {
    this.sim = sim;
    this.id = id;
    this.#random = random;
  }

  get present(): readonly string[] {
    return [...this.#present.values()].map(({ name }) => name).toSorted();
  }

  join(): void {
    const number = this.stays.length + 1;
    const name = `${this.id.slice(-4)} person ${number}`;
    const steamId = String(
      76_561_198_000_000_000n + BigInt(parseInt(this.id.slice(-6), 16) * 1_000 + number),
    );
    const arrival = this.sim.join({ name, steamId });
    if (arrival.outcome !== 'joined') return;
    const stay: Stay = { name, joinedAt: Date.now(), leftAt: null };
    this.stays.push(stay);
    this.#present.set(arrival.id, stay);
  }

  leave(): void {
    const ids = [...this.#present.keys()];
    const id = ids[Math.floor(this.#random() * ids.length)];
    const stay = id === undefined ? undefined : this.#present.get(id);
    if (id === undefined || stay === undefined) return;
    stay.leftAt = Date.now();
    this.#present.delete(id);
    this.sim.leave(id);
  }

  chat(): void {
    const ids = [...this.#present.keys()];
    const id = ids[Math.floor(this.#random() * ids.length)];
    if (id !== undefined) this.sim.chat(id, 'Global', `line ${(this.#lines += 1)}`);
  }

  /** One thing happens: mostly somebody talks. */
  step(): void {
    const dice = this.#random();
    if (dice < 0.8) this.chat();
    else if (this.#present.size < 5 || (dice < 0.9 && this.#present.size < 40)) this.join();
    else this.leave();
  }
}
