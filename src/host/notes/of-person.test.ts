import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ADA, BOB, HERE, SeenPeople, THERE } from '../../../tests/support/seen-people.ts';
import type { TestBrowser } from '../../../tests/support/host.ts';
import { CALLS } from '../../protocol/calls.ts';
import { NOTES_OF_PERSON } from '../../protocol/notes/limits.ts';
import { problem } from '../../protocol/problem.ts';
import { joinPersons, lockPersons } from '../players/joins.ts';
import { markRemoved, putRow } from '../resources/rows.ts';

let people: SeenPeople;
beforeAll(async () => {
  people = await SeenPeople.open();
});
afterAll(() => people.close());
beforeEach(async () => {
  await people.forget();
  await people.test.deps.db.deleteFrom('resource_rows').execute();
  await people.stayed({ who: ADA, on: HERE, name: 'Ada', from: 1 });
  await people.stayed({ who: BOB, on: THERE, name: 'Bob', from: 2 });
});

let notes = 0;
async function noted(server_id: string, player_id: string, comment: string, created: number) {
  notes += 1;
  const id = notes.toString(16).padStart(24, '0');
  const issued = { issuer_id: 'f'.repeat(24), issuer_name: 'Boss', edited: null };
  const note = { id, server_id, player_id, player_name: 'Ada', comment, created, ...issued };
  await people.test.deps.db.transaction().execute((trx) => putRow(trx, 'notes', note));
  return id;
}

async function read(browser: TestBrowser, id: string) {
  const answer = await browser.get(`/app/v1/persons/${id}/notes`);
  if (answer.statusCode !== 200) return problem.parse(answer.json()).code;
  const { notes: found, more } = CALLS.personNotes.answer.parse(answer.json());
  return { notes: found.map(({ comment }) => comment), more };
}

it('tells what is noted on every server whose notes one may read, newest first, and of no other', async () => {
  await noted(HERE, ADA, 'Old', 1);
  await noted(THERE, ADA, 'There', 2);
  await noted(HERE, ADA, 'New', 10);
  await noted(HERE, BOB, 'Bob’s', 3);
  const gone = await noted(HERE, ADA, 'Gone', 4);
  await people.test.deps.db
    .transaction()
    .execute((trx) => markRemoved(trx, { resource: 'notes', server_id: HERE, id: gone }, 5));
  const reads = ['server.view', 'server.notes.view'] as const;
  const both = await people.admin({ [HERE]: reads, [THERE]: reads });
  expect(await read(both, ADA)).toEqual({ notes: ['New', 'There', 'Old'], more: 0 });
  const one = await people.admin({ [HERE]: reads, [THERE]: ['server.view', 'server.view.feed'] });
  expect(await read(one, ADA)).toEqual({ notes: ['New', 'Old'], more: 0 });
  const none = await people.admin({ [HERE]: ['server.view'] });
  expect(await read(none, ADA)).toEqual({ notes: [], more: 0 });
  // Whoever may not know of somebody is told what nobody's id tells, also where they read notes.
  const elsewhere = await people.admin({ [THERE]: reads });
  expect(await read(elsewhere, ADA)).toBe('not-found');
  expect(await read(await people.admin({}), ADA)).toBe('not-found');
});

it('tells what is noted under each of a person’s ids, and of two who were parted no more', async () => {
  await noted(HERE, ADA, 'As Ada', 1);
  await noted(THERE, BOB, 'As Bob', 2);
  const reads = ['server.view', 'server.notes.view'] as const;
  const reader = await people.admin({ [HERE]: reads, [THERE]: reads });
  expect(await read(reader, ADA)).toEqual({ notes: ['As Ada'], more: 0 });
  await people.test.deps.db.transaction().execute(async (trx) => {
    await lockPersons(trx);
    await joinPersons(trx, { one: ADA, other: BOB, kind: 'hand', by: null }, 3);
  });
  expect(await read(reader, ADA)).toEqual({ notes: ['As Bob', 'As Ada'], more: 0 });
  const answer = await reader.get(`/app/v1/persons/${BOB}/notes`);
  const shown = CALLS.personNotes.answer.parse(answer.json()).notes;
  expect(shown.map(({ player_id }) => player_id)).toEqual([ADA, ADA]);
});

it('tells the newest of many, and how many it leaves out', async () => {
  for (let at = 1; at <= NOTES_OF_PERSON + 3; at += 1) await noted(HERE, ADA, `No. ${at}`, at);
  const reader = await people.admin({ [HERE]: ['server.view', 'server.notes.view'] });
  const answer = await read(reader, ADA);
  expect(answer).toMatchObject({ more: 3 });
  expect(typeof answer === 'string' ? [] : answer.notes.slice(0, 2)).toEqual([
    `No. ${NOTES_OF_PERSON + 3}`,
    `No. ${NOTES_OF_PERSON + 2}`,
  ]);
});
