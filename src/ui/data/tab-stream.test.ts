import { effect } from '@preact/signals-core';
import { expect, it } from 'vitest';
import type { Query } from '../../domain/queries.ts';
import { COLUMN, STRIDE, type PackedPatch } from '../../domain/walls/packed.ts';
import type { TabMessage, WorkerMessage } from '../../worker/contract.ts';
import { ManualClock } from '../../worker/doubles.ts';
import { LiveView } from './live-view.ts';
import { PackedView } from './packed-view.ts';
import { TabStream } from './tab-stream.ts';

/** A stream whose worker is the test, with two views that were asked for before it answered. */
function asked() {
  const clock = new ManualClock();
  const sent: TabMessage[] = [];
  const frames: (() => void)[] = [];
  const stream = new TabStream({
    now: () => 0,
    build: 'test',
    elapsed: () => clock.elapsed(),
    nextFrame: (callback) => frames.push(callback),
    welcomed: () => {},
    reload: () => {},
    bye: () => {},
  });
  const totals = new LiveView();
  const link = new LiveView();
  const stopLink = [
    stream.subscribe({ view: 'totals' }, totals),
    stream.subscribe({ view: 'link' }, link),
  ][1];
  stream.connect((message) => sent.push(message));
  stream.receive({ type: 'welcome', epoch: 'e', aliveLock: 'l', build: 'test' });
  const idOf = (view: Query['view']) => {
    const found = sent.findLast((one) => one.type === 'subscribe' && one.query.view === view);
    if (found?.type !== 'subscribe') throw new TypeError(`${view} was not asked for.`);
    return found.id;
  };
  const snapshot = (view: Query['view'], ids: readonly string[] = []): WorkerMessage => ({
    type: 'snapshot',
    id: idOf(view),
    epoch: 'e',
    revision: 0,
    first: true,
    last: true,
    rows: [],
    order: ids,
    total: ids.length,
    packed: null,
    from: 0,
  });
  return { clock, stream, sent, frames, totals, link, stopLink, idOf, snapshot };
}

it('asks for everything in the breath in which it says hello', () => {
  const { sent } = asked();
  expect(sent.map(({ type }) => type)).toEqual(['hello', 'visibility', 'subscribe', 'subscribe']);
});

it('shows what was asked for at the start together, when all of it is there', () => {
  const { stream, totals, link, snapshot } = asked();
  const seen: string[] = [];
  effect(() => void seen.push(`${totals.ready.value} ${link.ready.value}`));
  stream.receive(snapshot('totals'));
  expect(seen).toEqual(['false false']);
  stream.receive(snapshot('link'));
  expect(seen).toEqual(['false false', 'true true']);
});

it('waits for nothing that nobody wants any more', async () => {
  const { stream, totals, stopLink, snapshot } = asked();
  stream.receive(snapshot('totals'));
  stopLink?.();
  await Promise.resolve();
  expect(totals.ready.peek()).toBe(true);
});

it('puts a patch on the snapshot that it follows, though others are still to come', () => {
  const { stream, frames, totals, idOf, snapshot } = asked();
  stream.receive(snapshot('totals', ['one']));
  const changes = [{ op: 'total', total: 7 }] as const;
  const patch = [{ id: idOf('totals'), changes }];
  stream.receive({ type: 'patch', epoch: 'e', base: 0, revision: 1, changes: patch });
  for (const frame of frames) frame();
  expect([totals.ids.peek(), totals.total.peek()]).toEqual([['one'], 7]);
});

it('lets a wall gather no week of steps where no frame comes', () => {
  const { stream, idOf, snapshot } = asked();
  stream.receive(snapshot('totals'));
  stream.receive(snapshot('link'));
  const step = (players: number): PackedPatch => {
    const figures = new Float64Array(STRIDE);
    figures[COLUMN.players] = players;
    return { whole: false, gone: [], named: null, figures, order: null };
  };
  const view = new PackedView();
  stream.subscribe({ view: 'wall', sources: [{ kind: 'servers', server_ids: ['a'] }] }, view);
  const start = { ...step(0), whole: true, order: new Uint32Array([0]) };
  stream.receive({ ...snapshot('wall'), packed: start } as WorkerMessage);
  for (let at = 0; at < 1_000; at++) {
    const changes = [{ op: 'packed', patch: step(at) }] as const;
    const told = [{ id: idOf('wall'), changes }];
    stream.receive({ type: 'patch', epoch: 'e', base: at, revision: at + 1, changes: told });
  }
  expect(view.rows.figure(0, 'players')).toBeGreaterThan(900);
  expect(view.rows.take().places.length).toBeLessThan(100);
});

it('says for how long what came waits for its frame, and what was drawn last had waited', () => {
  const { clock, stream, frames, idOf, snapshot } = asked();
  stream.receive(snapshot('totals'));
  const patch = (base: number): WorkerMessage => {
    const changes = [{ op: 'total', total: base }] as const;
    const told = [{ id: idOf('totals'), changes }];
    return { type: 'patch', epoch: 'e', base, revision: base + 1, changes: told };
  };
  expect(stream.drawn).toBe(0);
  stream.receive(patch(0));
  clock.sleep(7_000);
  stream.receive(patch(1));
  expect(stream.drawn).toBe(7_000);
  frames[0]?.();
  expect(stream.drawn).toBe(7_000);
  stream.receive(patch(2));
  clock.sleep(16);
  frames[1]?.();
  expect(stream.drawn).toBe(16);
});

it('says no longer how late it drew when that is past', () => {
  const { clock, stream, frames, idOf, snapshot } = asked();
  stream.receive(snapshot('totals'));
  const told = [{ id: idOf('totals'), changes: [{ op: 'total', total: 1 }] as const }];
  stream.receive({ type: 'patch', epoch: 'e', base: 0, revision: 1, changes: told });
  clock.sleep(7_000);
  frames[0]?.();
  clock.sleep(1_500);
  expect(stream.drawn).toBe(7_000);
  clock.sleep(1_000);
  expect(stream.drawn).toBe(0);
});

it('shows what is asked for later as it comes', () => {
  const { stream, snapshot } = asked();
  stream.receive(snapshot('totals'));
  stream.receive(snapshot('link'));
  const account = new LiveView();
  stream.subscribe({ view: 'account' }, account);
  stream.receive(snapshot('account'));
  expect(account.ready.peek()).toBe(true);
});

it('goes to another part of a list by the subscription that it has, and shows both in one frame', async () => {
  const { stream, sent, frames, snapshot, idOf } = asked();
  stream.receive(snapshot('totals'));
  stream.receive(snapshot('link'));
  const list = { view: 'servers', filter: {}, sort: 'players', direction: 'asc' } as const;
  const view = new LiveView();
  const stop = stream.subscribe({ ...list, window: { from: 0, to: 2 } }, view);
  stream.receive(snapshot('servers', ['a', 'b']));
  const id = idOf('servers');
  sent.length = 0;
  stop();
  const query = { ...list, window: { from: 1, to: 3 } };
  stream.subscribe(query, view);
  await Promise.resolve();
  expect(sent).toEqual([{ type: 'move', id, query }]);
  expect([view.ids.peek(), view.from.peek()]).toEqual([['a', 'b'], 0]);
  const changes = [
    { op: 'order', ids: ['b', 'c'] },
    { op: 'from', from: 1 },
  ] as const;
  const patch = [{ id, changes }];
  stream.receive({ type: 'patch', epoch: 'e', base: 0, revision: 1, changes: patch });
  const seen: unknown[] = [];
  effect(() => void seen.push([view.ids.value, view.from.value]));
  for (const frame of frames) frame();
  expect(seen).toEqual([
    [['a', 'b'], 0],
    [['b', 'c'], 1],
  ]);
});

it('gives what is looked at again in the same breath without asking for it', async () => {
  const { stream, sent, totals, snapshot } = asked();
  stream.receive(snapshot('totals', ['one']));
  stream.receive(snapshot('link'));
  const first = new LiveView();
  const stop = stream.subscribe({ view: 'account' }, first);
  stream.receive(snapshot('account', ['me']));
  sent.length = 0;
  stop();
  const second = new LiveView();
  stream.subscribe({ view: 'account' }, second);
  await Promise.resolve();
  expect(sent).toEqual([]);
  expect([second.ids.peek(), totals.ids.peek()]).toEqual([['me'], ['one']]);
});
