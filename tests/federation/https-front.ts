/** The proxy that stands before a Muster and speaks HTTPS, as an operator has one. */
import { request as plainRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, globalAgent } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { selfSigned } from '../support/remote/self-signed.ts';

/** Of every server that a test asks: this process trusts it, as NODE_EXTRA_CA_CERTS makes a host do. */
export const LOCALHOST = selfSigned('localhost');
globalAgent.options.ca = LOCALHOST.cert;

export interface HttpsFront {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts one before a port of loopback that may move. */
export async function startHttpsFront(target: () => number): Promise<HttpsFront> {
  const server = createServer(LOCALHOST, (asked, answer) => pass(asked, answer, target()));
  const sockets = new Set<Duplex>();
  server.on('upgrade', (asked, socket, head) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    passSocket(asked, socket, head, target());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

function pass(asked: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url, headers } = asked;
  const onward = plainRequest({ port, host: '127.0.0.1', method, path: url, headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.on('error', () => onward.destroy());
  asked.pipe(onward);
}

/** A socket, as its opening was asked for. */
function passSocket(asked: IncomingMessage, socket: Duplex, head: Buffer, target: number): void {
  const onward = connect(target, '127.0.0.1');
  const headers = Object.entries(asked.headers).map(([name, value]) => `${name}: ${String(value)}`);
  const lines = [`${asked.method} ${asked.url} HTTP/1.1`, ...headers, '', ''];
  onward.write(lines.join('\r\n'));
  onward.write(head);
  for (const [from, to] of [
    [socket, onward],
    [onward, socket],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
}
