/** Makes the connector of a server, by its game, and joins what its two protocols tell. */
import { BattlEyeConnector } from './battleye/connector.ts';
import { StatusPoller } from './a2s/poller.ts';
import type { ServerStatus } from './a2s/status.ts';
import type {
  CommandResult,
  ConnectorTarget,
  GameCommand,
  GameConnector,
  GameFact,
  RconTarget,
  SeenPlayer,
  SeenPopulation,
} from './contract.ts';
import type { UntimedFact } from './facts.ts';
import type { ConnectorPorts } from './ports.ts';

/** A login answered this much later than accepted belongs to a server that has just started, ms. */
const LOADING_LASTS = 8_000;

/**
 * The connector for a target; it does nothing until `start`. Games whose protocol is not spoken get one
 * that says so and answers every command `unsupported`.
 */
export function createConnector(
  target: ConnectorTarget,
  ports: ConnectorPorts,
  onFact: (fact: GameFact) => void,
): GameConnector {
  switch (target.game) {
    case 'DAYZ':
    case 'DAYZ_EXP':
    case 'ARMA2':
    case 'ARMA3':
      return target.rcon === null
        ? new UnsupportedConnector(target, ports, onFact)
        : new JoinedConnector({ ...target, rcon: target.rcon }, ports, onFact);
    case 'GENERIC':
    case 'RUST':
      return new UnsupportedConnector(target, ports, onFact);
  }
}

/**
 * BattlEye and A2S as one: the players come from RCon's roster while it is connected, slots, queue and
 * environment from A2S; what neither knows is unknown.
 */
class JoinedConnector implements GameConnector {
  readonly target: ConnectorTarget;
  readonly #ports: ConnectorPorts;
  readonly #onFact: (fact: GameFact) => void;
  readonly #rcon: BattlEyeConnector;
  readonly #poller: StatusPoller;
  #running = false;
  /** The roster can be counted: its first list of this session has been read. */
  #counted = false;
  #status: ServerStatus | null = null;
  #latency: number | null = null;
  #startedAt: number | null = null;
  #connectedAt = 0;
  #toldPopulation = '';
  #toldEnvironment = '';
  #toldLatency: number | null = null;

  constructor(target: RconTarget, ports: ConnectorPorts, onFact: (fact: GameFact) => void) {
    this.target = target;
    this.#ports = ports;
    this.#onFact = onFact;
    this.#rcon = new BattlEyeConnector(target, ports, (fact) => this.#fromRcon(fact));
    this.#poller = new StatusPoller(target, ports, {
      onStatus: (status, latency) => {
        this.#status = status;
        this.#latency = latency === null ? this.#latency : Math.round(latency);
        this.#tellPopulation();
        this.#tellEnvironment();
      },
      onSilent: () => {
        this.#status = null;
        this.#latency = null;
        this.#tellPopulation();
        this.#tellEnvironment();
      },
    });
  }

  get actions(): GameConnector['actions'] {
    return this.#rcon.actions;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#rcon.start();
    this.#poller.start();
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.#poller.stop();
    await this.#rcon.stop();
  }

  run(command: GameCommand): Promise<CommandResult> {
    return this.#rcon.run(command);
  }

  roster(): readonly SeenPlayer[] {
    return this.#rcon.roster();
  }

  #fromRcon(fact: GameFact): void {
    if (fact.kind === 'population') {
      this.#counted = fact.population.players !== null;
      this.#tellPopulation();
      return;
    }
    if (fact.kind === 'state') this.#watchStart(fact);
    this.#onFact(fact);
  }

  /** A server that accepts the log-in and answers only seconds later has just started. */
  #watchStart(fact: Extract<GameFact, { kind: 'state' }>): void {
    if (fact.state !== 'CONNECTED') return;
    if (!fact.ready) {
      this.#connectedAt = fact.at;
      return;
    }
    if (fact.at - this.#connectedAt < LOADING_LASTS) return;
    this.#startedAt = this.#connectedAt;
    this.#tellEnvironment();
  }

  #tellPopulation(): void {
    const polled: SeenPopulation = this.#status?.population ?? {
      players: null,
      slots: null,
      queue: null,
    };
    const players = this.#counted ? this.#rcon.roster().length : polled.players;
    const population = { ...polled, players };
    const source = this.#counted ? 'rcon' : 'a2s';
    const told = JSON.stringify([source, population]);
    if (told === this.#toldPopulation) return;
    this.#toldPopulation = told;
    this.#tell({ kind: 'population', source, population });
  }

  #tellEnvironment(): void {
    const { name, map, version, time, passwordProtected, locked } = this.#status ?? NOTHING_KNOWN;
    const environment = { name, map, version, time, passwordProtected, locked };
    const startedAt = this.#startedAt;
    const latency = this.#latency;
    const told = JSON.stringify([environment, startedAt]);
    if (told === this.#toldEnvironment && !moved(this.#toldLatency, latency)) return;
    this.#toldEnvironment = told;
    this.#toldLatency = latency;
    this.#tell({ kind: 'environment', ...environment, startedAt, wipedAt: null, latency });
  }

  #tell(fact: UntimedFact): void {
    if (this.#running) this.#onFact({ at: this.#ports.clock.now(), ...fact });
  }
}

const NOTHING_KNOWN = {
  name: null,
  map: null,
  version: null,
  time: null,
  passwordProtected: null,
  locked: null,
} as const;

/** Whether a latency is worth telling again: every measurement differs a little from the last. */
function moved(told: number | null, now: number | null): boolean {
  if (told === null || now === null) return told !== now;
  return Math.abs(now - told) > Math.max(10, told / 5);
}

/** Stands for a game whose remote control is not spoken: it says so once and does nothing. */
class UnsupportedConnector implements GameConnector {
  readonly target: ConnectorTarget;
  readonly actions: GameConnector['actions'] = new Set();
  readonly #ports: ConnectorPorts;
  readonly #onFact: (fact: GameFact) => void;

  constructor(target: ConnectorTarget, ports: ConnectorPorts, onFact: (fact: GameFact) => void) {
    this.target = target;
    this.#ports = ports;
    this.#onFact = onFact;
  }

  start(): void {
    const fault = {
      kind: 'forbidden',
      detail: `There is no remote control for ${this.target.game}.`,
    } as const;
    const at = this.#ports.clock.now();
    this.#onFact({ at, kind: 'state', state: 'ERROR', ready: false, fault });
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  run(): Promise<CommandResult> {
    const detail = `There is no remote control for ${this.target.game}.`;
    return Promise.resolve({ ok: false, kind: 'unsupported', detail });
  }

  roster(): readonly SeenPlayer[] {
    return [];
  }
}
