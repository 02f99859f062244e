import { expect, it } from 'vitest';
import { z } from 'zod';
import { CALLS } from '../protocol/calls.ts';
import { EVENTS } from '../protocol/events.ts';
import { createLoad } from '../testing/frames.ts';
import { followingEvents, openingEvents } from '../testing/snapshots.ts';
import { canonicalJson } from './canonical-json.ts';
import type { DomainEvent } from './event.ts';
import { fold } from './fold.ts';
import { hashRows, hashText } from './hash.ts';
import { TABLES } from './tables.ts';
import { createRows } from './state.ts';
import { REDUCER_VERSION, SCHEMA_HASH } from './version.ts';

it('the same events give other rows only with another version of the reducers', () => {
  const load = createLoad({ seed: 11, servers: 4, players: 60, watched: 2 });
  const rows = createRows();
  fold(rows, openingEvents(load.world));
  for (const server of load.world.servers.slice(0, 2)) {
    fold(
      rows,
      followingEvents(load.world, server, ['feed', 'console', 'metrics', 'feed-personal']),
    );
  }
  fold(
    rows,
    load.take(1_000).map((frame): DomainEvent => ({ source: 'realtime', ...frame })),
  );
  // Other rows on purpose: raise REDUCER_VERSION and pin the new hash.
  expect({ version: REDUCER_VERSION, hash: hashRows(rows).slice(0, 16) }).toEqual({
    version: 2,
    hash: '7a9ba22a394e5c8f',
  });
});

it('the hash of the schema follows everything that rows are made of', () => {
  const { session, serversList, feedPage, consolePage, personalPage } = CALLS;
  const { serverPopulation, serversDay } = CALLS;
  const calls = [feedPage, consolePage, personalPage, serverPopulation, serversDay];
  const servers = serversList.answer.omit({ next: true });
  const answers = [session.answer, servers, ...calls.map((call) => call.answer)];
  const schemas = [...Object.values(EVENTS), ...answers];
  const made = schemas.map((schema) => z.toJSONSchema(schema, { unrepresentable: 'any' }));
  const hash = hashText(canonicalJson([REDUCER_VERSION, TABLES, made])).slice(0, 12);
  expect(SCHEMA_HASH).toBe(hash);
});
