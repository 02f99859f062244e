import { expose } from 'comlink';
import { afterEach, expect, it, vi } from 'vitest';
import type { TabMessage } from '../../worker/contract.ts';
import { connect } from './connect.ts';
import { giveUpWorker, workerName } from './worker-name.ts';
import { DEADLINE_MS, LONG_DEADLINE_MS } from './deadline.ts';

/** A worker that greets the tab and answers no question, ever; `die` lets its lock go, `replace` sends the tab away. */
function mute() {
  const never = () => new Promise<never>(() => {});
  const lock = `alive:${crypto.randomUUID()}`;
  const { port1, port2 } = new MessageChannel();
  let die = () => {};
  let replace = () => {};
  void navigator.locks.request(lock, () => new Promise<void>((resolve) => (die = resolve)));
  const attach = (tab: MessagePort) => {
    replace = () => tab.postMessage({ type: 'bye', reason: 'replaced', url: null });
    tab.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.type !== 'hello') return;
      tab.postMessage({ type: 'welcome', epoch: lock, aliveLock: lock, build: data.build });
    };
  };
  const silent = {
    write: never,
    dismiss: never,
    search: never,
    reconnect: never,
    inspect: never,
    hash: never,
    pulse: never,
  };
  const others = { keepAgain: never, exportRecording: never, markRecording: never };
  expose({ attach, ...silent, ...others }, port1);
  return { port: port2, lock, die: () => die(), replace: () => replace(), onerror: () => {} };
}

afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('settles all that it asked of a worker that dies', async () => {
  const workers: ReturnType<typeof mute>[] = [];
  vi.stubGlobal('SharedWorker', function Mute() {
    const made = mute();
    workers.push(made);
    return made;
  });
  const { commands, state } = connect();
  await expect.poll(() => state.peek().kind).toBe('running');
  const asked = [
    commands.dismiss('a'),
    commands.reconnect(),
    commands.search({ text: '', servers: 1, players: 1, recent: [] }),
    commands.inspect(),
    commands.hash(),
    commands.exportRecording({ minutes: 1, redact: true, keepChat: false }),
    commands.markRecording(null),
    commands.keepAgain(),
  ];
  workers[0]?.die();
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    ...Array(5).fill('rejected'),
    'fulfilled',
  ]);
});

it('takes another worker in the place of one that hangs, under a name that all pages know', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'performance'] });
  const named: string[] = [];
  vi.stubGlobal('SharedWorker', function Mute(_: string, { name }: { name: string }) {
    named.push(name);
    return mute();
  });
  const { hung, state } = connect();
  await vi.waitUntil(() => state.peek().kind === 'running');
  await vi.advanceTimersByTimeAsync(25_000);
  expect(hung.peek()).toBe(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(hung.peek()).toBe(true);
  expect(new Set(named).size).toBe(2);
  const [given, taken] = named;
  expect(taken).toBe(`${given} 1`);
  expect(workerName('account')).toBe(taken);
  expect(workerName('display')).not.toContain(' 1');
  await vi.waitUntil(() => state.peek().kind === 'running');
});

it('leaves a worker that hangs, though the browser can keep nothing more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'performance'] });
  const named: string[] = [];
  vi.stubGlobal('SharedWorker', function Mute(_: string, { name }: { name: string }) {
    named.push(name);
    return mute();
  });
  const told = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', told);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  const { state } = connect();
  await vi.waitUntil(() => state.peek().kind === 'running');
  await vi.advanceTimersByTimeAsync(45_000);
  full.mockRestore();
  expect(new Set(named).size).toBe(2);
  expect(named.at(-1)).toBe(workerName('account'));
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ name: 'QuotaExceededError' }));
});

it('goes on with the worker that another page has taken', async () => {
  const named: string[] = [];
  vi.stubGlobal('SharedWorker', function Mute(_: string, { name }: { name: string }) {
    named.push(name);
    return mute();
  });
  const { state } = connect();
  await expect.poll(() => state.peek().kind).toBe('running');
  giveUpWorker('account', workerName('account'));
  dispatchEvent(new StorageEvent('storage', { key: 'muster-worker-round-account' }));
  // The pages of the tests before go on with it too.
  const taken = new Set(named.slice(1));
  expect(taken).toEqual(new Set([workerName('account')]));
  const { length } = named;
  dispatchEvent(new StorageEvent('storage', { key: 'another' }));
  expect(named).toHaveLength(length);
});

it('waits to be reloaded once another version took its place, whatever becomes of its worker', async () => {
  const workers: ReturnType<typeof mute>[] = [];
  vi.stubGlobal('SharedWorker', function Mute() {
    const made = mute();
    workers.push(made);
    return made;
  });
  const { state } = connect();
  await expect.poll(() => state.peek().kind).toBe('running');
  workers[0]?.replace();
  await expect.poll(() => state.peek().kind).toBe('replaced');
  workers[0]?.die();
  // Granted to the tab first: it knows of the death.
  await navigator.locks.request(workers[0]?.lock ?? '', () => undefined);
  expect(state.peek().kind).toBe('replaced');
  expect(workers).toHaveLength(1);
});

it('keeps a worker that has answered, whatever goes wrong in it while it lives', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const workers: ReturnType<typeof mute>[] = [];
  vi.stubGlobal('SharedWorker', function Mute() {
    const made = mute();
    workers.push(made);
    return made;
  });
  const { state } = connect();
  await vi.waitUntil(() => state.peek().kind === 'running');
  workers[0]?.onerror();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(workers).toHaveLength(1);
  expect(state.peek().kind).toBe('running');
});

it('takes one worker in the place of one that could not be loaded, however often that is told', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const broken = { port: new MessageChannel().port2, onerror: () => {} };
  let made = 0;
  vi.stubGlobal('SharedWorker', function Mute() {
    made += 1;
    return made === 1 ? broken : mute();
  });
  const { state } = connect();
  broken.onerror();
  broken.onerror();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(made).toBe(2);
  await vi.waitUntil(() => state.peek().kind === 'running');
});

it('waits for no worker that lives and answers nothing', async () => {
  vi.stubGlobal('SharedWorker', mute);
  const { commands, state } = connect();
  await expect.poll(() => state.peek().kind).toBe('running');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const found = commands.search({ text: '', servers: 1, players: 1, recent: [] });
  const kept = commands.keepAgain();
  vi.advanceTimersByTime(DEADLINE_MS);
  await expect(found).rejects.toThrow('The worker does not answer.');
  vi.advanceTimersByTime(LONG_DEADLINE_MS);
  expect(await kept).toBe(false);
});
