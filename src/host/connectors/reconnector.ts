import { BackOff } from './back-off.ts';
import type { ConnectionFault } from './contract.ts';
import type { ConnectorPorts } from './ports.ts';

export interface ReconnectorHandlers {
  onConnecting(): void;
  /** The host has this address. `current`: whether the attempt is still the one that counts. */
  open(address: string, current: () => boolean): void;
  /** The host has no address. */
  onUnresolved(fault: ConnectionFault): void;
}

/** The attempts at one connection, one after the other: each looks its host up, and a pause comes before the next. */
export class Reconnector {
  readonly #host: string;
  readonly #ports: ConnectorPorts;
  readonly #handlers: ReconnectorHandlers;
  readonly #backOff: BackOff;
  #running = false;
  /** Counts attempts; what an older attempt still reports is not heard. */
  #attempt = 0;
  #pausing = false;
  #cancelPause = (): void => undefined;

  constructor(host: string, ports: ConnectorPorts, handlers: ReconnectorHandlers) {
    this.#host = host;
    this.#ports = ports;
    this.#handlers = handlers;
    this.#backOff = new BackOff(ports.clock, ports.random);
  }

  /** Started, and not given up. */
  get running(): boolean {
    return this.#running;
  }

  /** How many failed in a row. */
  get failures(): number {
    return this.#backOff.failures;
  }

  start(): void {
    this.#running = true;
    this.#backOff.reset();
    this.next();
  }

  /** No further attempt is made, and none is heard. */
  stop(): void {
    this.#running = false;
    this.drop();
  }

  /** This attempt, or the pause after it, is over. */
  drop(): void {
    this.#attempt += 1;
    this.#pausing = false;
    this.#cancelPause();
  }

  /** The connection stands: should it be lost, pauses are short again. */
  succeeded(): void {
    this.#backOff.succeeded();
  }

  /** The attempt has failed, or its connection was lost: another one comes after a pause. */
  retry(): void {
    this.#pause(this.#backOff.fail());
  }

  /** The next attempt, at once. */
  next(): void {
    void this.#connect();
  }

  /** The machine answers elsewhere: pauses stay as they are soon after a loss. */
  alive(): void {
    this.#backOff.alive();
  }

  /** The machine has begun to answer elsewhere: where a pause is on, it is cut to the shortest. */
  hurry(): void {
    this.#backOff.reset();
    if (this.#pausing) this.#pause(this.#backOff.shortest);
  }

  #pause(wait: number): void {
    this.#cancelPause();
    this.#pausing = true;
    this.#cancelPause = this.#ports.clock.after(wait, () => this.next());
  }

  async #connect(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    const current = () => attempt === this.#attempt;
    this.#pausing = false;
    this.#backOff.begin();
    this.#handlers.onConnecting();
    const resolved = await this.#ports.resolve(this.#host);
    if (!current()) return;
    if (resolved.ok) this.#handlers.open(resolved.address, current);
    else this.#handlers.onUnresolved({ kind: resolved.kind });
  }
}
