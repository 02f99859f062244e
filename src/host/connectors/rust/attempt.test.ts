import { expect, test } from 'vitest';
import type { WebSocketEnd } from '../ports.ts';
import { openRustAttempt } from './attempt.ts';
import { TARGET, Watched } from './watched.ts';

/** What a log-in comes to where its connections end so, and how many it took. */
async function logIn(...ends: readonly WebSocketEnd[]) {
  const w = new Watched();
  w.server.refusals.push(...ends);
  const attempt = openRustAttempt(TARGET, w.network.ports());
  let login: unknown = 'not known';
  void attempt.login.then((found) => (login = found));
  await w.clock.advance(60_000);
  attempt.stop();
  return { login, connections: w.server.connections.length };
}

test('a password that is refused in so many words is known at once', async () => {
  expect(await logIn({ kind: 'rejected', status: 401 })).toEqual({
    login: { ok: false, fault: { kind: 'authentication-failed' } },
    connections: 1,
  });
});

test('two closes before any word are a refused password, one is nothing yet', async () => {
  const close = { kind: 'closed', code: 1005, reason: '' } as const;
  expect(await logIn(close, close)).toMatchObject({
    login: { fault: { kind: 'authentication-failed' } },
  });
  expect(await logIn(close)).toMatchObject({ login: { ok: true }, connections: 2 });
});
