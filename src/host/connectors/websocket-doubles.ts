/** A double of the network for websockets: in order and without loss, as TCP is, and as slow as told. */
import type { ClientWebSocket, Clock, Endpoint, WebSocketEnd, WebSocketHandlers } from './ports.ts';

/** The server's side of one websocket. */
export interface FakePeer {
  readonly path: string;
  send(text: string): void;
  close(code: number, reason?: string): void;
}

export interface FakeWebService {
  /** A handshake: let in, or what it ends by. */
  admit(peer: FakePeer): WebSocketEnd | null;
  onMessage(peer: FakePeer, text: string): void;
  /** The client has closed, or is cut off. */
  onClose(peer: FakePeer): void;
}

const HALF_TRIP = 5;
const HANDSHAKE = 8_000;

export class FakeWebSockets {
  readonly #clock: Clock;
  readonly #services = new Map<string, FakeWebService>();
  /** While frozen nothing arrives anywhere and nobody is told. */
  frozen = false;
  readonly opened: string[] = [];
  #open = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sockets that are open now. */
  get open(): number {
    return this.#open;
  }

  listen({ address, port }: Endpoint, service: FakeWebService): void {
    this.#services.set(`${address}:${port}`, service);
  }

  unlisten({ address, port }: Endpoint): void {
    this.#services.delete(`${address}:${port}`);
  }

  connect({ address, port }: Endpoint, path: string, handlers: WebSocketHandlers): ClientWebSocket {
    this.opened.push(path);
    this.#open += 1;
    let over = false;
    let service: FakeWebService | undefined;
    const finish = (): void => {
      if (!over) this.#open -= 1;
      over = true;
    };
    const end = (reason: WebSocketEnd): void => {
      if (over) return;
      finish();
      handlers.onEnd(reason);
    };
    const peer: FakePeer = {
      path,
      send: (text) => this.#carry(() => (over ? undefined : handlers.onMessage(text))),
      close: (code, reason = '') => this.#carry(() => end({ kind: 'closed', code, reason })),
    };
    const cancelTimeout = this.#clock.after(HANDSHAKE, () => {
      end({ kind: 'failed', detail: 'timeout' });
    });
    this.#carry(() => {
      if (over) return;
      const found = this.#services.get(`${address}:${port}`);
      if (found === undefined) {
        end({ kind: 'refused' });
        return;
      }
      const refusal = found.admit(peer);
      if (refusal !== null && refusal.kind !== 'closed') {
        end(refusal);
        return;
      }
      service = found;
      cancelTimeout();
      handlers.onOpen();
      if (refusal !== null) this.#carry(() => end(refusal));
    });
    return {
      send: (text) => this.#carry(() => (over ? undefined : service?.onMessage(peer, text))),
      close: () => {
        if (over) return;
        finish();
        this.#carry(() => service?.onClose(peer));
      },
    };
  }

  #carry(deliver: () => void): void {
    this.#clock.after(HALF_TRIP, () => {
      if (!this.frozen) deliver();
    });
  }
}
