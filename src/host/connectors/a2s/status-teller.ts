/** What a server's sources say of its population and environment, joined and told when it changes. */
import type { ServerStatus } from './status.ts';
import type { SeenPopulation } from '../contract.ts';
import type { UntimedFact } from '../facts.ts';

type Environment = Omit<Extract<UntimedFact, { kind: 'environment' }>, 'kind'>;

/** What a remote control tells beside its players; null is unknown. */
export interface RconStatus {
  readonly slots: number | null;
  readonly queue: number | null;
  readonly environment: Partial<Environment>;
}

const NOBODY_SAID: RconStatus = { slots: null, queue: null, environment: {} };

export class StatusTeller {
  readonly #tell: (fact: UntimedFact) => void;
  /** How many players the remote control's roster has; null while it cannot be counted. */
  readonly #counted: () => number | null;
  #polled: ServerStatus | null = null;
  #latency: number | null = null;
  #rcon = NOBODY_SAID;
  #toldPopulation = '';
  #toldEnvironment = '';
  #toldLatency: number | null = null;

  constructor(tell: (fact: UntimedFact) => void, counted: () => number | null) {
    this.#tell = tell;
    this.#counted = counted;
  }

  /** The query port answered. `latency` null: not measured this time. */
  polled(status: ServerStatus, latency: number | null): void {
    this.#polled = status;
    this.#latency = latency === null ? this.#latency : Math.round(latency);
    this.tell();
  }

  /** What the query port said holds no longer. */
  silent(): void {
    this.#polled = null;
    this.#latency = null;
    this.tell();
  }

  /** What changed of what the remote control says. */
  fromRcon(change: Partial<RconStatus>): void {
    const environment = { ...this.#rcon.environment, ...change.environment };
    this.#rcon = { ...this.#rcon, ...change, environment };
    this.tell();
  }

  /** Tells what is not told yet: the players by the roster, the rest by the query port where it answers. */
  tell(): void {
    this.#tellPopulation();
    this.#tellEnvironment();
  }

  #tellPopulation(): void {
    const polled = this.#polled?.population;
    const counted = this.#counted();
    const population: SeenPopulation = {
      players: counted ?? polled?.players ?? null,
      slots: polled?.slots ?? this.#rcon.slots,
      queue: polled?.queue ?? this.#rcon.queue,
    };
    const source = counted === null ? 'a2s' : 'rcon';
    const told = JSON.stringify([source, population]);
    if (told === this.#toldPopulation) return;
    this.#toldPopulation = told;
    this.#tell({ kind: 'population', source, population });
  }

  #tellEnvironment(): void {
    const polled: Partial<ServerStatus> = this.#polled ?? {};
    const { environment } = this.#rcon;
    const known = {
      name: polled.name ?? environment.name ?? null,
      map: polled.map ?? environment.map ?? null,
      version: polled.version ?? environment.version ?? null,
      time: polled.time ?? environment.time ?? null,
      passwordProtected: polled.passwordProtected ?? null,
      locked: polled.locked ?? null,
      startedAt: environment.startedAt ?? null,
      wipedAt: polled.wipedAt ?? environment.wipedAt ?? null,
    };
    const latency = this.#latency;
    const told = JSON.stringify(known);
    if (told === this.#toldEnvironment && !moved(this.#toldLatency, latency)) return;
    this.#toldEnvironment = told;
    this.#toldLatency = latency;
    this.#tell({ kind: 'environment', ...known, latency });
  }
}

/** Whether a latency is worth telling again: every measurement differs a little from the last. */
function moved(told: number | null, now: number | null): boolean {
  if (told === null || now === null) return told !== now;
  return Math.abs(now - told) > Math.max(10, told / 5);
}
