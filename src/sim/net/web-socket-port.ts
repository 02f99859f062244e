import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { Peer, Port, Remote, WebSocketUsers } from './network.ts';
import { PortUnavailableError } from './port-unavailable.ts';

/** A real TCP port that takes websockets and nothing else. */
export class WebSocketPort implements Port {
  silenced = false;
  lost = 0;
  readonly #host: string;
  readonly #users: WebSocketUsers;
  readonly #protocol = new WebSocketServer({ noServer: true, clientTracking: false });
  readonly #connections = new Set<Duplex>();
  #port: number;
  #server: Server | undefined;

  constructor(host: string, port: number, users: WebSocketUsers) {
    this.#host = host;
    this.#port = port;
    this.#users = users;
  }

  get port(): number {
    return this.#port;
  }

  open(opened: (error?: Error) => void): void {
    const server = createServer((_request, response) => response.writeHead(426).end());
    this.#server = server;
    let opening = true;
    const settle = (cause?: unknown) => {
      if (!opening) return;
      opening = false;
      if (cause === undefined) opened();
      else opened(new PortUnavailableError('TCP', this.#host, this.#port, cause));
    };
    server.on('error', (error) => {
      if (opening) settle(error);
      else this.#users.failed(error);
    });
    server.on('close', () => settle(new Error('It was closed before it was open.')));
    server.on('connection', (socket) => {
      this.#connections.add(socket);
      socket.on('close', () => this.#connections.delete(socket));
    });
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    server.listen(this.#port, this.#host, () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') this.#port = address.port;
      settle();
    });
  }

  close(closed: () => void): void {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) {
      closed();
      return;
    }
    server.close(() => closed());
    for (const connection of this.#connections) connection.destroy();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.silenced) {
      this.lost += 1;
      return;
    }
    const { remoteAddress = '', remotePort = 0 } = request.socket;
    const remote = { address: remoteAddress.replace(/^::ffff:/, ''), port: remotePort };
    const take = this.#users.accept(request.url ?? '/', remote);
    if (take === undefined) {
      socket.destroy();
      return;
    }
    this.#protocol.handleUpgrade(request, socket, head, (webSocket) => {
      const users = take(this.#peer(webSocket, remote));
      webSocket.on('message', (data, isBinary) => {
        if (this.silenced) this.lost += 1;
        else if (!isBinary && Buffer.isBuffer(data)) users.receive(data.toString('utf8'));
      });
      webSocket.on('close', users.closed);
      webSocket.on('error', this.#users.failed);
    });
  }

  #peer(webSocket: WebSocket, remote: Remote): Peer {
    return {
      remote,
      send: (text) => {
        if (this.silenced) this.lost += 1;
        else webSocket.send(text);
      },
      close: (code) => webSocket.close(code),
      cut: () => webSocket.terminate(),
    };
  }
}
