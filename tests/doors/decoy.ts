import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** An address that nobody should connect to; it keeps all that is sent there. */
export class Decoy {
  readonly heard: string[] = [];
  readonly #tcp: Server = createServer((socket) => {
    this.heard.push('a connection');
    socket.on('data', (data) => this.heard.push(data.toString('latin1')));
    socket.on('error', () => undefined);
  });
  #udp: Socket | undefined;

  /** Listens on a port of TCP and UDP, in both families where the machine has both. Answers the port. */
  async open(): Promise<number> {
    this.#tcp.listen(0, '::');
    await once(this.#tcp, 'listening');
    const { port } = this.#tcp.address() as AddressInfo;
    this.#udp = createSocket({ type: 'udp6', ipv6Only: false });
    this.#udp.on('message', (data) => this.heard.push(data.toString('latin1')));
    this.#udp.bind(port, '::');
    await once(this.#udp, 'listening');
    return port;
  }

  close(): void {
    this.#udp?.close();
    this.#tcp.close();
  }
}
