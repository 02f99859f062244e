/** Where a datagram or a connection came from. */
export interface Remote {
  readonly address: string;
  readonly port: number;
}

/** Something that listens under one number, and can be closed and opened again under the same. */
export interface Port {
  /** The number asked for, or after the first `open` the number given. */
  readonly port: number;
  /** While true nothing goes in or out, as behind a firewall that drops everything. */
  silenced: boolean;
  /** Datagrams or messages that were lost, in or out, because of that. */
  readonly lost: number;
  /** Calls back once, in memory before it returns. Only a closed port is opened. */
  open(opened: (error?: Error) => void): void;
  /** From here on clients are refused. Calls back once, in memory before it returns. */
  close(closed: () => void): void;
}

/** A UDP port. */
export interface DatagramPort extends Port {
  send(packet: Buffer, to: Remote): void;
}

/** Who hears of datagrams and of what went wrong with the socket. */
export interface DatagramUsers {
  readonly receive: (datagram: Buffer, from: Remote) => void;
  readonly failed: (error: Error) => void;
}

/** The server's end of one websocket connection. */
export interface Peer {
  readonly remote: Remote;
  send(text: string): void;
  /** Says goodbye: the client sees `code`. */
  close(code: number): void;
  /** Hangs up: the client sees 1006. */
  cut(): void;
}

/** What the server does with one connection. After `closed` neither is called again. */
export interface PeerUsers {
  readonly receive: (text: string) => void;
  readonly closed: () => void;
}

/** Who decides about connections. */
export interface WebSocketUsers {
  /** Undefined turns the client away before the websocket is one. */
  readonly accept: (path: string, from: Remote) => ((peer: Peer) => PeerUsers) | undefined;
  readonly failed: (error: Error) => void;
}

/** Where a simulated server listens: on real sockets, or in memory under any clock. */
export interface Network {
  datagramPort(host: string, port: number, users: DatagramUsers): DatagramPort;
  webSocketPort(host: string, port: number, users: WebSocketUsers): Port;
}

/** Opens all or none. Calls back once, with the first error. */
export function openTogether(ports: readonly Port[], opened: (error?: Error) => void): void {
  let waiting = ports.length;
  let failed: Error | undefined;
  for (const port of ports) {
    port.open((error) => {
      failed ??= error;
      waiting -= 1;
      if (waiting > 0) return;
      if (failed === undefined) opened();
      else closeTogether(ports, () => opened(failed));
    });
  }
}

/** Calls back once all are closed. */
export function closeTogether(ports: readonly Port[], closed: () => void): void {
  let waiting = ports.length;
  for (const port of ports) {
    port.close(() => {
      waiting -= 1;
      if (waiting === 0) closed();
    });
  }
}
