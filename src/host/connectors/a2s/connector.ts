/** A server that is only looked at, through its query port: how it is, never who is on it. */
import { failed } from '../command-result.ts';
import type {
  CommandResult,
  ConnectionFault,
  ConnectorTarget,
  GameConnector,
  GameFact,
  SeenPlayer,
} from '../contract.ts';
import type { ConnectorPorts } from '../ports.ts';
import { StatusTeller } from './status-teller.ts';
import { Teller } from '../teller.ts';
import { StatusPoller } from './poller.ts';

/** Why nothing can be asked of such a server. */
const LOOKED_AT = 'This server is watched through its query port alone; it has no remote control.';

/**
 * Connected while the query port answers. The names that it lists are no identities, and often none are
 * listed, so there is no roster; the players are counted.
 */
export class QueryConnector implements GameConnector {
  readonly target: ConnectorTarget;
  readonly #teller: Teller;
  readonly #poller: StatusPoller;

  constructor(target: ConnectorTarget, ports: ConnectorPorts, onFact: (fact: GameFact) => void) {
    this.target = target;
    this.#teller = new Teller(ports.clock, onFact);
    const status = new StatusTeller(
      (fact) => this.#teller.tell(fact),
      () => null,
    );
    this.#poller = new StatusPoller(target, ports, {
      onStatus: (seen, latency) => {
        this.#teller.tellState('CONNECTED', true, null);
        status.polled(seen, latency);
      },
      onSilent: () => {
        this.#lost({ kind: 'socket-unreachable' });
        status.silent();
      },
      onMissed: (fault) => {
        // One lost answer of a server that answers is none yet.
        if (this.#teller.state === 'CONNECTED') return;
        this.#lost(fault);
      },
    });
  }

  start(): void {
    if (!this.#teller.start()) return;
    this.#teller.tellState('CONNECTING', false, null);
    this.#poller.start();
  }

  stop(): Promise<void> {
    this.#teller.stop();
    this.#poller.stop();
    return Promise.resolve();
  }

  run(): Promise<CommandResult> {
    return Promise.resolve(failed('unsupported', LOOKED_AT));
  }

  roster(): readonly SeenPlayer[] {
    return [];
  }

  #lost(fault: ConnectionFault): void {
    const error = fault.kind !== 'socket-unreachable';
    this.#teller.tellState(error ? 'ERROR' : 'DISCONNECTED', false, fault);
  }
}
