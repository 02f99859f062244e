import { expect, it } from 'vitest';
import { followingEvents, openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { environmentDouble } from '../doubles.ts';
import { Engine } from '../engine/engine.ts';
import type { RestClient } from '../session/rest.ts';
import { takeOlder } from './older.ts';

/** A console, or feed, of which the newest ten lines are held; the host reads none that are `lost`. */
function paging(
  count: number,
  lost: (seq: number) => boolean,
  stream: 'console' | 'feed' = 'console',
) {
  const world = new World();
  const server = world.addServer('Alpha', 40);
  for (let line = 0; line < count; line++) {
    if (stream === 'console') world.console(server, `line ${line}`);
    else world.join(server, `Survivor ${line}`);
  }
  const engine = new Engine();
  const begin = [...openingEvents(world), ...followingEvents(world, server, [stream], 10)];
  for (const event of begin) engine.dispatch(event);
  const asked: number[] = [];
  const rest = {
    call: async (_: string, { query }: { query: { before: number; limit: number } }) => {
      asked.push(query.before);
      const all = server[stream].filter(({ seq }) => seq < query.before);
      const entries = all.slice(-query.limit).filter(({ seq }) => !lost(seq));
      const more = all.length > query.limit;
      return { ok: true, value: { position: server.heads[stream], entries, more } };
    },
  } as unknown as RestClient;
  const older = () =>
    takeOlder({ engine, rest, environment: environmentDouble() }, server.id, stream);
  const head = () => [...engine.rows.streams.values()][0];
  return { engine, asked, older, head, world };
}

it('asks for what is before the oldest line that is held, until there is no more', async () => {
  const { asked, older, head } = paging(330, () => false);
  expect(await older()).toEqual({ ok: true, value: { more: true } });
  expect(await older()).toEqual({ ok: true, value: { more: false } });
  expect(await older()).toEqual({ ok: true, value: { more: false } });
  expect(asked).toEqual([321, 121]);
  expect(head()).toMatchObject({ floor: 1, position: 330, more: false });
});

it('goes past a page of which the host can read nothing any more', async () => {
  const { asked, older, head } = paging(630, (seq) => seq > 200 && seq < 621);
  await older();
  expect(asked).toEqual([621, 421, 221]);
  expect(head()).toMatchObject({ floor: 21, position: 630, more: true });
});

it('goes on where the newest lines of a page are gone', async () => {
  const { older, head } = paging(330, (seq) => seq > 300 && seq < 321);
  await older();
  expect(head()).toMatchObject({ floor: 121, more: true });
});

it('asks no more where all that could be held is gone', async () => {
  const { asked, older, head } = paging(2_000, (seq) => seq < 1_991);
  expect(await older()).toEqual({ ok: true, value: { more: false } });
  expect(head()).toMatchObject({ floor: 1_991, position: 2_000, more: false });
  const before = asked.length;
  expect(await older()).toEqual({ ok: true, value: { more: false } });
  expect(asked).toHaveLength(before);
});

it('asks no more of a feed either, and keeps what it has of it', async () => {
  const { engine, asked, older, head } = paging(1_100, (seq) => seq < 1_091, 'feed');
  const held = engine.rows.feed.size;
  expect(await older()).toEqual({ ok: true, value: { more: false } });
  expect(head()).toMatchObject({ more: false });
  expect(engine.rows.feed.size).toBe(held);
  expect(asked.length).toBeGreaterThan(1);
});

it('shows nothing to another account than the one that asked', async () => {
  const { engine, older, head, world } = paging(330, () => false);
  const asking = older();
  const other = { ...world.session(), muster_id: 'f'.repeat(24) };
  engine.dispatch({ source: 'rest', event: 'session', at: world.at, data: other });
  expect(await asking).toEqual({ ok: true, value: { more: false } });
  expect(head()).toBeUndefined();
});
