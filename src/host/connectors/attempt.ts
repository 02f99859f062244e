/** One log-in for the test of a connection, by whatever protocol. */
import type { ConnectionFault, RconTarget } from './contract.ts';
import type { ConnectorPorts } from './ports.ts';

export type Login =
  | { readonly ok: true; readonly latency: number }
  | { readonly ok: false; readonly fault: ConnectionFault };

/** What the remote control tells of its server; null is unknown. */
export interface RconReading {
  readonly players: number | null;
  readonly slots: number | null;
  readonly queue: number | null;
  readonly name: string | null;
  readonly map: string | null;
}

export interface Attempt {
  readonly login: Promise<Login>;
  /** Once logged in. `silent`: still loading; `unknown-server`: what answers is not this game. */
  read(deadline: number): Promise<RconReading | 'silent' | 'unknown-server'>;
  /** Closes everything. */
  stop(): void;
}

export type OpenAttempt = (target: RconTarget, ports: ConnectorPorts) => Attempt;

/** A first failure may be a lost datagram or a server that is just going down: the second counts. */
const ATTEMPTS = 2;

/** Makes a verdict of what a session reports while it logs in. */
export class LoginVerdict {
  readonly login: Promise<Login>;
  readonly #ports: ConnectorPorts;
  #settle = (_login: Login): void => undefined;
  #began: number;
  #failures = 0;

  constructor(ports: ConnectorPorts) {
    this.#ports = ports;
    this.#began = ports.clock.elapsed();
    this.login = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  connecting(): void {
    this.#began = this.#ports.clock.elapsed();
  }

  connected(): void {
    this.#settle({ ok: true, latency: this.#ports.clock.elapsed() - this.#began });
  }

  disconnected(fault: ConnectionFault, final: boolean): void {
    this.#failures += 1;
    if (final || this.#failures >= ATTEMPTS) this.#settle({ ok: false, fault });
  }
}
