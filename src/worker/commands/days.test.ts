import { beforeEach, expect, it } from 'vitest';

import { openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { DAY } from '../../protocol/servers/day.ts';
import { ManualClock } from '../doubles.ts';
import { Engine } from '../engine/engine.ts';
import { DAY_LASTS_MS, Days } from './days.ts';

let asked: (string | undefined)[];
let refuses: boolean;
let clock: ManualClock;
let engine: Engine;
let days: Days;
let ids: readonly string[];

beforeEach(() => {
  asked = [];
  refuses = false;
  clock = new ManualClock();
  engine = new Engine();
  const world = new World();
  for (let number = 0; number < 450; number += 1) world.addServer(`Server ${number}`, 60);
  for (const event of openingEvents(world)) engine.dispatch(event);
  ids = world.servers.map(({ id }) => id);
  const call = async (_name: string, { query }: { query: { ids?: string } }) => {
    asked.push(query.ids);
    if (refuses) return { ok: false, error: { kind: 'unreachable' } };
    const whose = query.ids === undefined ? [null] : query.ids.split(',');
    const players = Array.from({ length: DAY.steps }, () => 3);
    const answered = whose.map((server_id) => ({ server_id, players }));
    return { ok: true, value: { from: 0, step: DAY.seconds, days: answered } };
  };
  days = new Days({ rest: { call } as never, engine, environment: { clock } });
});

it('asks for as many servers in one call as it takes, and for all together in one of its own', async () => {
  await days.fetch([...ids, null, ids[0]!]);
  expect(asked.map((named) => named?.split(',').length)).toEqual([undefined, 200, 200, 50]);
  expect(engine.rows.days.size).toBe(451);
  expect(engine.rows.days.get('all:day')?.players).toHaveLength(DAY.steps);
});

it('asks once for all tabs, and again only when it has grown old', async () => {
  await Promise.all([days.fetch(ids.slice(0, 3)), days.fetch(ids.slice(0, 3))]);
  await days.fetch(ids.slice(1, 4));
  expect(asked).toEqual([ids.slice(0, 3).join(','), ids[3]]);
  await clock.advance(DAY_LASTS_MS);
  await days.fetch(ids.slice(0, 2));
  expect(asked.at(-1)).toBe(ids.slice(0, 2).join(','));
});

it('asks again for what it was not given', async () => {
  refuses = true;
  expect((await days.fetch([null])).ok).toBe(false);
  refuses = false;
  expect((await days.fetch([null])).ok).toBe(true);
  expect(asked).toHaveLength(2);
});

it('forgets the day of a server with the server', async () => {
  const [first] = ids;
  await days.fetch([first!]);
  engine.dispatch({
    source: 'rest',
    event: 'servers',
    at: 0,
    data: { servers: [], whole: true },
  });
  expect(engine.rows.days.size).toBe(0);
});
