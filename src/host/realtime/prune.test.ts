import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import type { OpenDatabase } from '../store/database.ts';
import { appendFacts } from './log.ts';
import { pruneLog } from './prune.ts';
import { readHeads, readPage } from './read.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

const id = '5'.repeat(24);
const said = (stream: string, at: number) => ({
  stream,
  event: 'server:feed' as const,
  at,
  data: {
    server_id: id,
    at,
    entry: { kind: 'console' as const, direction: 'in' as const, text: `line ${at}`, actor: null },
  },
});

it('removes what is old with what was personal in it, and moves the floor, not the head', async () => {
  const [a, b] = [`server/${id}/console`, `server/${id}/feed`];
  await appendFacts(
    open.db,
    [10, 20, 30, 40].map((at) => said(a, at)),
  );
  await appendFacts(
    open.db,
    [35, 45].map((at) => said(b, at)),
  );
  await pruneLog(open.db, 35);
  await pruneLog(open.db, 35);
  const heads = await readHeads(open.db, [a, b]);
  expect([heads.get(a), heads.get(b)]).toEqual([
    { head: 4, floor: 3 },
    { head: 2, floor: 0 },
  ]);
  expect((await readPage(open.db, a, undefined, 10)).map(({ seq }) => seq)).toEqual([4]);
  const personal = await open.db.selectFrom('event_personal').select('seq').execute();
  expect(personal).toHaveLength(3);
  expect(await appendFacts(open.db, [said(a, 50)])).toEqual([5]);
});

it('keeps the feed to be read for longer than it is resumed', async () => {
  const [feed, rest] = [`server/${'6'.repeat(24)}/feed`, `server/${'6'.repeat(24)}/list`];
  await appendFacts(
    open.db,
    [10, 20, 30, 40].flatMap((at) => [said(feed, at), said(rest, at)]),
  );
  await pruneLog(open.db, 35, 15);
  const heads = await readHeads(open.db, [feed, rest]);
  expect([heads.get(feed), heads.get(rest)]).toEqual([
    { head: 4, floor: 3 },
    { head: 4, floor: 3 },
  ]);
  const seqs = async (stream: string) =>
    (await readPage(open.db, stream, undefined, 10)).map(({ seq }) => seq);
  expect(await seqs(feed)).toEqual([2, 3, 4]);
  expect(await seqs(rest)).toEqual([4]);
  await pruneLog(open.db, 45, 45);
  expect(await seqs(feed)).toEqual([]);
  expect(await appendFacts(open.db, [said(feed, 50)])).toEqual([5]);
});
