import { expect, it, vi } from 'vitest';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import { createCommands } from '../../src/worker/commands/commands.ts';
import { liveBrowser, type Browser } from './tabs.ts';

const RESTART = { action: SERVER_ACTION.SERVER_RESTART } as const;

const commandsOf = ({ worker }: Browser) =>
  createCommands(
    worker,
    () => expect.fail(),
    () => {},
  );

/** What became of an action, and what the rows tell of it. */
async function acted(browser: Browser, serverId: string) {
  const done = commandsOf(browser).act(serverId, 'one', RESTART, null);
  const begun = await vi.waitUntil(() => browser.worker.engine.rows.intentions.get('one')?.state);
  await browser.clock.advance(60_000);
  const { state, answer, error } = browser.worker.engine.rows.intentions.get('one') ?? {};
  return { outcome: await done, begun, state, answer, error };
}

it('an action is under way until it is answered, and then tells the answer', async () => {
  const browser = await liveBrowser();
  const [alpha] = browser.world.servers;
  expect(await acted(browser, alpha!.id)).toEqual({
    outcome: { ok: true, value: 'done' },
    begun: 'pending',
    state: 'done',
    answer: 'done',
    error: null,
  });
});

it('an action that failed tells why: the host’s code, or that nobody answered', async () => {
  const refused = await acted(await liveBrowser(), 'f'.repeat(24));
  expect(refused).toMatchObject({ outcome: { ok: false }, state: 'failed', error: 'not-found' });
  const browser = await liveBrowser();
  browser.host.failing = Infinity;
  const [alpha] = browser.world.servers;
  expect(await acted(browser, alpha!.id)).toMatchObject({
    outcome: { ok: false, error: { kind: 'unreachable' } },
    state: 'failed',
    error: 'unreachable',
  });
});

it('whoever was signed out elsewhere and is in again is let in when they ask to be', async () => {
  const browser = await liveBrowser();
  browser.host.signOut();
  await browser.clock.advance(5_000);
  expect(browser.worker.link.state.kind).toBe('signed-out');
  browser.host.signedIn = true;
  await commandsOf(browser).reconnect();
  await browser.clock.advance(5_000);
  expect(browser.worker.link.state.kind).toBe('live');
});

it('whoever asks to be connected does not wait for the next attempt', async () => {
  const browser = await liveBrowser();
  browser.host.down = true;
  browser.host.close();
  await browser.clock.advance(120_000);
  expect(browser.worker.link.state.kind).toBe('lost');
  browser.host.down = false;
  await commandsOf(browser).reconnect();
  await browser.clock.advance(1_000);
  expect(browser.worker.link.state.kind).toBe('live');
});

it('who asks how far behind it is has the connection measured', async () => {
  const browser = await liveBrowser();
  await browser.clock.advance(20_000);
  const sent = () => browser.host.received.filter(({ type }) => type === 'keepalive').length;
  const before = sent();
  expect(await commandsOf(browser).pulse()).toEqual({ behind: browser.worker.link.behind });
  await browser.clock.advance(100);
  expect(sent()).toBe(before + 1);
});
