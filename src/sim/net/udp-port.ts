import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Remote } from '../battleye/session.ts';

/** A port that could not be opened; the message says why in one sentence. */
export class PortUnavailableError extends Error {
  readonly kind = 'port-unavailable';
  constructor(host: string, port: number, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    super(whyUnavailable(host, port, code), { cause });
  }
}

function whyUnavailable(host: string, port: number, code: unknown): string {
  switch (code) {
    case 'EADDRINUSE':
      return `UDP port ${port} of ${host} is in use by another program: choose another port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine.`;
    case 'EACCES':
      return `UDP port ${port} of ${host} is not allowed for this user: choose one above 1023.`;
    default:
      return `UDP port ${port} of ${host} cannot be opened (${String(code)}).`;
  }
}

/** Who hears of datagrams and of what went wrong with the socket. */
export interface UdpPortUsers {
  readonly receive: (datagram: Buffer, from: Remote) => void;
  readonly failed: (error: Error) => void;
}

/** One UDP port that can be closed and opened again under the same number. */
export class UdpPort {
  /** While true nothing goes in or out, as behind a firewall that drops everything. */
  silenced = false;
  /** Datagrams that were lost, in or out, because of that. */
  lost = 0;
  readonly #host: string;
  readonly #users: UdpPortUsers;
  #port: number;
  #socket: Socket | undefined;
  #opening: Promise<void> | undefined;

  constructor(host: string, port: number, users: UdpPortUsers) {
    this.#host = host;
    this.#port = port;
    this.#users = users;
  }

  /** The number asked for, or after the first `open` the number given. */
  get port(): number {
    return this.#port;
  }

  /** Rejects with PortUnavailableError. Open already, it stays open. */
  async open(): Promise<void> {
    this.#opening ??= this.#bind();
    try {
      await this.#opening;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  send(packet: Buffer, to: Remote): void {
    if (this.silenced) {
      this.lost += 1;
      return;
    }
    this.#socket?.send(packet, to.port, to.address);
  }

  /** From here on the machine answers datagrams with 'connection refused'. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    if (opening !== undefined) await Promise.allSettled([opening]);
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket === undefined) return;
    const closed = once(socket, 'close');
    socket.close();
    await closed;
  }

  async #bind(): Promise<void> {
    const socket = createSocket('udp4');
    const bound = once(socket, 'listening');
    socket.bind(this.#port, this.#host);
    try {
      await bound;
    } catch (cause) {
      socket.close();
      throw new PortUnavailableError(this.#host, this.#port, cause);
    }
    this.#port = socket.address().port;
    this.#socket = socket;
    socket.on('message', (datagram, from) => {
      if (this.silenced) this.lost += 1;
      else this.#users.receive(datagram, { address: from.address, port: from.port });
    });
    socket.on('error', this.#users.failed);
  }
}

/** Opens both or neither. Rejects with the first PortUnavailableError. */
export async function openTogether(ports: readonly UdpPort[]): Promise<void> {
  const opened = await Promise.allSettled(ports.map((port) => port.open()));
  const failed = opened.find((result) => result.status === 'rejected');
  if (failed === undefined) return;
  await Promise.all(ports.map((port) => port.close()));
  throw failed.reason;
}
