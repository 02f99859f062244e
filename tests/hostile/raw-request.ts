/** Requests as bytes on a TCP connection of their own: what no client would send can be sent. */
import { connect } from 'node:net';

export interface RawRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query, as they stand in the first line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface RawAnswer {
  /** null where the connection was closed without an answer, as after a body that is too large. */
  readonly status: number | null;
  readonly text: string;
}

const NONE = Buffer.alloc(0);

/** Sends it, and resolves when the host has closed the connection. */
export function sendRaw(port: number, request: RawRequest): Promise<RawAnswer> {
  const { method, target, body } = request;
  const headers = {
    host: '127.0.0.1:7070',
    connection: 'close',
    ...(body === null ? {} : { 'content-length': String(body.length) }),
    ...request.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true }, () => {
      socket.write(head);
      if (body !== null) socket.write(body);
    });
    socket.on('data', (part) => parts.push(part));
    // The host may close before it has read everything: what it said until then is its answer.
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.destroy());
    socket.on('close', () => resolve(answerOf(Buffer.concat([NONE, ...parts]).toString())));
  });
}

function answerOf(text: string): RawAnswer {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
  return { status: status === undefined ? null : Number(status), text };
}
