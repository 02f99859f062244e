import { WebSocket } from 'ws';
import type { TabMessage } from '../../src/worker/contract.ts';
import { LockDouble, NoStorage, HOST_SIDE } from '../../src/worker/doubles.ts';
import type { Environment } from '../../src/worker/environment.ts';
import { Worker } from '../../src/worker/worker.ts';
import { PROTOCOL_VERSION } from '../../src/protocol/version.ts';
import { playersOf } from '../worker/tabs.ts';

/** The portal's own worker, over real sockets, at the address of a host. */
export function portalAt(address: string): Worker {
  const environment: Environment = {
    clock: {
      now: Date.now,
      elapsed: () => performance.now(),
      after: (ms, callback) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    },
    random: Math.random,
    openSocket: (events) => {
      const socket = new WebSocket(`${address.replace('http', 'ws')}/connect`, { origin: address });
      socket.on('open', () => events.opened());
      socket.on('message', (data: Buffer) => events.received(data.toString()));
      socket.on('close', (code) => events.closed(code));
      socket.on('error', () => socket.terminate());
      return { send: (text) => socket.send(text), close: () => socket.close() };
    },
    fetch: async (path, { method, body }) => {
      const headers = { 'content-type': 'application/json' };
      const asked = body === undefined ? { method } : { method, body, headers };
      const answer = await fetch(`${address}${path}`, asked);
      return { status: answer.status, text: await answer.text() };
    },
    locks: new LockDouble().of('worker'),
    hostSide: HOST_SIDE,
    build: 'test',
    log: () => undefined,
  };
  return new Worker(environment, new NoStorage(), 'epoch');
}

/** A tab of it opens a server's page: players with their pings and addresses, feed and console. */
export async function openServerPage(worker: Worker, server_id: string): Promise<void> {
  let receive: (message: TabMessage) => void = () => undefined;
  await worker.tabs.attach(
    {
      post: () => undefined,
      listen: (listener) => (receive = listener),
      close: () => undefined,
    },
    'A',
  );
  receive({ type: 'hello', protocol: PROTOCOL_VERSION, build: 'test' });
  receive({ type: 'subscribe', id: 1, query: playersOf(server_id) });
  receive({ type: 'subscribe', id: 2, query: { view: 'feed', server_id, kinds: [], limit: 500 } });
  receive({ type: 'subscribe', id: 3, query: { view: 'console', server_id, limit: 500 } });
}
