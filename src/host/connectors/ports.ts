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

export type Resolution =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly detail: string };

export interface ConnectorPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly openSocket: (endpoint: Endpoint, handlers: DatagramHandlers) => DatagramSocket;
  /** The address of a host name; an address resolves to itself. Never rejects. */
  readonly resolve: (host: string) => Promise<Resolution>;
}
