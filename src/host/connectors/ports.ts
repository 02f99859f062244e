/** What a connector needs of the world, as small interfaces: time, chance, sockets, names. */

/** Time. Facts carry `now`; every measurement and window uses `elapsed`, which no clock jump moves. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds that only grow, from an arbitrary start. */
  elapsed(): number;
  /** Runs `run` once after `ms`; the answer cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** A number from 0 up to, not including, 1. */
export type Random = () => number;

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** `refused`: the other machine said that nothing listens there (ICMP port unreachable). */
export type SocketError =
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed'; readonly detail: string };

export interface DatagramHandlers {
  onDatagram(data: Uint8Array): void;
  onError(error: SocketError): void;
}

/** A UDP socket that talks with one endpoint alone. After `close` no handler is called again. */
export interface DatagramSocket {
  send(data: Uint8Array): void;
  close(): void;
}

/** The code of a websocket that ended because a message was longer than is read (RFC 6455). */
export const TOO_LONG = 1009;

/** Why a websocket is not there, or not any more. */
export type WebSocketEnd =
  /** The other machine said that nothing listens there. */
  | { readonly kind: 'refused' }
  /** The handshake was answered, but not with a websocket. */
  | { readonly kind: 'rejected'; readonly status: number }
  /** It was open, and ended by the other side (1006: without a word) or broken by what was sent. */
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string }
  /** It never opened: no answer in time, or the connection broke during the handshake. */
  | { readonly kind: 'failed'; readonly detail: string };

export interface WebSocketHandlers {
  onOpen(): void;
  /** A whole message of text; binary ones are not heard. */
  onMessage(text: string): void;
  /** Once, and nothing after it. */
  onEnd(end: WebSocketEnd): void;
}

/** A client's websocket. After `close` no handler is called again. What is sent before it is open is lost. */
export interface ClientWebSocket {
  send(text: string): void;
  close(): void;
}

export type Resolution =
  | { readonly ok: true; readonly address: string }
  | {
      readonly ok: false;
      readonly kind: 'hostname-not-resolved' | 'address-not-allowed';
      readonly detail: string;
    };

export interface ConnectorPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly openSocket: (endpoint: Endpoint, handlers: DatagramHandlers) => DatagramSocket;
  /** `path` begins with '/' and is sent as it is: it may be a secret, and appears in no error. */
  readonly openWebSocket: (
    endpoint: Endpoint,
    path: string,
    handlers: WebSocketHandlers,
  ) => ClientWebSocket;
  /** The address of a host name; an address resolves to itself. Never rejects. */
  readonly resolve: (host: string) => Promise<Resolution>;
}
