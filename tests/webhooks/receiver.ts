/** Somebody's receiver of webhooks, over HTTPS; it reads signatures by a library that is not ours. */
import { createServer as createPlain, type IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { LOCALHOST } from '../federation/https-front.ts';
import { selfSigned } from '../support/remote/self-signed.ts';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** One request, as it came. */
export interface Received {
  readonly id: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** What it says, where its signature is right; null: it is not signed so. */
  readonly signed: { readonly type: string; readonly data: Record<string, unknown> } | null;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Receiver {
  readonly origin: string;
  readonly received: Received[];
  /** Connections that anybody opened. */
  connections(): number;
  /** What is answered from now on; null: nothing, ever. */
  answers(next: (received: Received) => Answer | number | null): void;
  stop(): Promise<void>;
}

/** `way`: with a certificate that the host trusts, with one that it does not, or by plain HTTP. */
export async function startReceiver(
  way: 'trusted' | 'untrusted' | 'plain' = 'trusted',
): Promise<Receiver> {
  const received: Received[] = [];
  let opened = 0;
  let answerOf: (received: Received) => Answer | number | null = () => 204;
  const options = way === 'untrusted' ? selfSigned('localhost') : LOCALHOST;
  const server = way === 'plain' ? createPlain() : createServer(options);
  server.on('connection', () => (opened += 1));
  server.on('request', (asked, answer) => {
    const parts: Buffer[] = [];
    asked.on('data', (part: Buffer) => parts.push(part));
    asked.on('end', () => {
      const { headers, url: path = '' } = asked;
      const body = Buffer.concat(parts).toString('utf8');
      const id = String(headers['webhook-id']);
      const one = { id, path, headers, body, signed: signedBy(body, headers) };
      received.push(one);
      const next = answerOf(one);
      if (next === null) return;
      const { status, headers: more = {} } = typeof next === 'number' ? { status: next } : next;
      answer.writeHead(status, more).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${way === 'plain' ? 'http' : 'https'}://localhost:${port}`,
    received,
    connections: () => opened,
    answers(next) {
      answerOf = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function signedBy(body: string, headers: IncomingHttpHeaders): Received['signed'] {
  const given = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(headers[name]),
    ]),
  );
  try {
    return new Webhook(SECRET).verify(body, given) as Received['signed'];
  } catch {
    return null;
  }
}
