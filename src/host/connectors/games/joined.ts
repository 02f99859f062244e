/** A remote control and A2S as one connector. */
import { StatusPoller } from '../a2s/poller.ts';
import type {
  CommandResult,
  ConnectorTarget,
  GameCommand,
  GameConnector,
  GameFact,
  OnSent,
  OwnBanList,
  RconConnector,
  SeenPlayer,
} from '../contract.ts';
import type { ConnectorPorts } from '../ports.ts';
import { StatusTeller } from '../a2s/status-teller.ts';

/**
 * The players come from the remote control's roster while it is connected, slots, queue and environment
 * from A2S where it answers, else from the remote control; what neither knows is unknown.
 */
export class JoinedConnector implements GameConnector {
  readonly target: ConnectorTarget;
  readonly #onFact: (fact: GameFact) => void;
  readonly #rcon: RconConnector;
  readonly #poller: StatusPoller;
  readonly #status: StatusTeller;
  #running = false;
  /** The roster can be counted: its first list of this session has been read. */
  #counted = false;

  /** `openRcon` makes the remote control's connector, which tells its facts to the function given. */
  constructor(
    target: ConnectorTarget,
    ports: ConnectorPorts,
    openRcon: (onFact: (fact: GameFact) => void) => RconConnector,
    onFact: (fact: GameFact) => void,
  ) {
    this.target = target;
    this.#onFact = onFact;
    this.#rcon = openRcon((fact) => this.#fromRcon(fact));
    this.#status = new StatusTeller(
      (fact) => {
        if (this.#running) onFact({ at: ports.clock.now(), ...fact });
      },
      () => (this.#counted ? this.#rcon.roster().length : null),
    );
    this.#poller = new StatusPoller(target, ports, {
      onStatus: (status, latency) => {
        this.#rcon.alive();
        this.#status.polled(status, latency);
      },
      onAnswering: () => this.#rcon.hurry(),
      onSilent: () => this.#status.silent(),
    });
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

  run(command: GameCommand, onSent?: OnSent): Promise<CommandResult> {
    return this.#rcon.run(command, onSent);
  }

  roster(): readonly SeenPlayer[] {
    return this.#rcon.roster();
  }

  get bans(): OwnBanList | undefined {
    return this.#rcon.bans;
  }

  keyOfNumber(number: number): string | null {
    return this.#rcon.keyOfNumber?.(number) ?? null;
  }

  #fromRcon(fact: GameFact): void {
    if (fact.kind === 'population') {
      const { players, slots, queue } = fact.population;
      this.#counted = players !== null;
      this.#status.fromRcon({ slots, queue });
      return;
    }
    if (fact.kind === 'environment') {
      this.#status.fromRcon({ environment: fact });
      return;
    }
    this.#onFact(fact);
  }
}
