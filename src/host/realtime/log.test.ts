import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMigratedDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { openDatabase, type OpenDatabase } from '../store/database.ts';
import type { Fact } from './contract.ts';
import { appendFacts, publish, streamPosition } from './log.ts';
import { readHeads, readPage, readRanges } from './read.ts';

let test: TestDatabase;
let open: OpenDatabase;

beforeAll(async () => {
  test = await createMigratedDatabase();
  open = openDatabase({
    connection: test.connection,
    max: 12,
    onIdleError: () => undefined,
  });
});

afterAll(async () => {
  await open.close();
  await test.drop();
});

beforeEach(async () => {
  await sql`truncate streams, event_log, event_personal`.execute(open.db);
});

const id = (n: number) => n.toString(16).padStart(24, '0');

function chat(server: number, text: string): Fact {
  const player = { id: id(7), muster_id: id(8), name: 'Ada "A" Łovelace\u0000' };
  return {
    stream: `server/${id(server)}/feed`,
    event: 'server:feed',
    at: 1_700_000_000_000,
    data: {
      server_id: id(server),
      at: 1_700_000_000_000,
      entry: { kind: 'chat', player, channel: 'Side', text },
    },
  };
}

describe('the realtime log', () => {
  it('gives each stream positions of its own, in the order of the facts', async () => {
    const facts = [chat(1, 'a'), chat(2, 'b'), chat(1, 'c'), chat(1, 'd'), chat(2, 'e')];
    expect(await appendFacts(open.db, facts)).toEqual([1, 1, 2, 3, 2]);
    expect(await appendFacts(open.db, [chat(2, 'f'), chat(3, 'g')])).toEqual([3, 1]);
    expect(await streamPosition(open.db, facts[0]!.stream)).toBe(3);
    expect(await streamPosition(open.db, 'server/none/feed')).toBe(0);
    const heads = await readHeads(open.db, [facts[1]!.stream, 'server/none/feed']);
    expect([...heads.values()]).toEqual([
      { head: 3, floor: 0 },
      { head: 0, floor: 0 },
    ]);
  });

  it('tells again exactly what was told', async () => {
    const facts = [chat(1, 'a\nb'), chat(1, '\u{1f600} \ud800'), chat(1, 'x'.repeat(20_000))];
    await appendFacts(open.db, facts);
    const range = { stream: facts[0]!.stream, after: 0, upTo: 10 };
    const read = await readRanges(open.db, [range]);
    expect(read.map((event) => event.data)).toEqual(facts.map((fact) => fact.data));
    expect(read.map((event) => event.seq)).toEqual([1, 2, 3]);
    const page = await readPage(open.db, range.stream, 3, 1);
    expect(page.map((event) => event.seq)).toEqual([2]);
  });

  it('keeps nothing of a person in the log, and forgets them when they are erased', async () => {
    const fact = chat(1, 'my secret');
    await appendFacts(open.db, [fact]);
    const { rows } = await sql<{ data: string }>`select data::text from event_log`.execute(open.db);
    expect(rows[0]?.data).not.toContain('secret');
    expect(rows[0]?.data).not.toContain('Ada');
    await open.db.deleteFrom('event_personal').where('subject', '=', id(8)).execute();
    const [read] = await readRanges(open.db, [{ stream: fact.stream, after: 0, upTo: 1 }]);
    expect(read?.data).toMatchObject({ entry: { player: { name: '' }, text: '' } });
  });

  it('leaves no trace of a transaction that is rolled back', async () => {
    const fact = chat(1, 'never');
    await expect(
      open.db.transaction().execute(async (trx) => {
        await publish.append(trx, [fact]);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await streamPosition(open.db, fact.stream)).toBe(0);
    expect(await appendFacts(open.db, [fact])).toEqual([1]);
  });

  it('has no hole and no deadlock when many append to the same streams at once', async () => {
    const turns = Array.from({ length: 120 }, (_, turn) =>
      [chat(turn % 5, `${turn}`), chat((turn * 3) % 7, `${turn}`), chat(6, `${turn}`)].toSorted(
        () => (turn % 2 === 0 ? 1 : -1),
      ),
    );
    const positions = await Promise.all(turns.map((facts) => appendFacts(open.db, facts)));
    const told = new Map<string, number[]>();
    for (const [turn, facts] of turns.entries()) {
      for (const [index, fact] of facts.entries()) {
        const seqs = told.get(fact.stream) ?? [];
        seqs.push(positions[turn]![index]!);
        told.set(fact.stream, seqs);
      }
    }
    for (const seqs of told.values()) {
      expect(seqs.toSorted((a, b) => a - b)).toEqual(seqs.map((_, index) => index + 1));
    }
  });
});
