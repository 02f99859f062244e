import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drainOnClose } from './drain-connections.ts';

let app: FastifyInstance;
let asked: Promise<void>;
let answer: () => void;
let socket: Socket;
let received = '';

beforeEach(async () => {
  app = fastify();
  drainOnClose(app);
  const answered = new Promise<void>((resolve) => (answer = resolve));
  asked = new Promise((resolve) => {
    app.get('/slow', async () => {
      resolve();
      await answered;
      return 'done';
    });
  });
  app.get('/begun', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': 8 });
    reply.raw.write('half');
    void answered.then(() => reply.raw.end('done'));
  });
  app.get('/quick', async () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const accepted = once(app.server, 'connection');
  socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  received = '';
  socket.on('data', (data) => (received += data.toString()));
  await accepted;
});

afterEach(() => {
  socket.destroy();
  answer();
});

const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`);
/** Well below what Node would wait. */
const soon = { timeout: 10_000 };

it('ends a connection that was opened ahead and asked nothing', soon, async () => {
  await app.close();
});

it('ends a connection that is kept open after its answer', soon, async () => {
  ask('/quick');
  await expect.poll(() => received).toContain('done');
  await app.close();
});

it('answers what is under way, and then ends its connection', soon, async () => {
  ask('/slow');
  await asked;
  const closed = app.close();
  answer();
  await closed;
  await expect.poll(() => received).toMatch(/^HTTP\/1.1 200[^]*done$/);
});

it('ends a connection whose answer had begun before, once it is whole', soon, async () => {
  ask('/begun');
  await expect.poll(() => received).toMatch(/half$/);
  const closed = app.close();
  await new Promise((resolve) => setImmediate(resolve));
  answer();
  await closed;
  expect(received).toMatch(/halfdone$/);
});
