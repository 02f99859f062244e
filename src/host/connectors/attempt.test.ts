import { expect, test } from 'vitest';
import { LoginVerdict } from './attempt.ts';
import { FakeNetwork, ManualClock } from './doubles.ts';

async function begun() {
  const clock = new ManualClock();
  await clock.advance(5_000);
  const verdict = new LoginVerdict(new FakeNetwork(clock).ports());
  return { clock, verdict };
}

test('a log-in took so long as from when it began to connect', async () => {
  const { clock, verdict } = await begun();
  await clock.advance(1_000);
  verdict.connecting();
  await clock.advance(70);
  verdict.connected();
  expect(await verdict.login).toEqual({ ok: true, latency: 70 });
});

test('the second failure counts, or the first where no other try is made', async () => {
  const fault = { kind: 'socket-unreachable' } as const;
  const { verdict } = await begun();
  let settled = false;
  void verdict.login.then(() => (settled = true));
  verdict.disconnected(fault, false);
  await Promise.resolve();
  expect(settled).toBe(false);
  verdict.disconnected(fault, false);
  expect(await verdict.login).toEqual({ ok: false, fault });
  const { verdict: other } = await begun();
  other.disconnected({ kind: 'authentication-failed' }, true);
  expect(await other.login).toEqual({ ok: false, fault: { kind: 'authentication-failed' } });
});
