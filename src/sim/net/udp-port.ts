import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import type { DatagramPort, DatagramUsers, Remote } from './network.ts';
import { PortUnavailableError } from './port-unavailable.ts';

/** A real UDP port. */
export class UdpPort implements DatagramPort {
  silenced = false;
  lost = 0;
  readonly #host: string;
  readonly #users: DatagramUsers;
  #port: number;
  #socket: Socket | undefined;

  constructor(host: string, port: number, users: DatagramUsers) {
    this.#host = host;
    this.#port = port;
    this.#users = users;
  }

  get port(): number {
    return this.#port;
  }

  open(opened: (error?: Error) => void): void {
    const socket = createSocket('udp4');
    this.#socket = socket;
    let opening = true;
    const settle = (cause?: unknown) => {
      if (!opening) return;
      opening = false;
      if (cause === undefined) opened();
      else opened(new PortUnavailableError('UDP', this.#host, this.#port, cause));
    };
    socket.on('error', (error) => {
      if (opening) settle(error);
      else this.#users.failed(error);
    });
    socket.on('close', () => settle(new Error('It was closed before it was open.')));
    socket.bind(this.#port, this.#host, () => {
      this.#port = socket.address().port;
      socket.on('message', (datagram, from) => {
        if (this.silenced) this.lost += 1;
        else this.#users.receive(datagram, { address: from.address, port: from.port });
      });
      settle();
    });
  }

  send(packet: Buffer, to: Remote): void {
    if (this.silenced) {
      this.lost += 1;
      return;
    }
    this.#socket?.send(packet, to.port, to.address);
  }

  close(closed: () => void): void {
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket === undefined) closed();
    else socket.close(closed);
  }
}
