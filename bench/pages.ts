/**
 * Pages of a resource of half a million rows, at the host: the first page in each order, with each filter and with
 * searches that find much, little and nothing, jumps to any place, and a row that comes.
 *
 *   node bench/run.mjs pages
 *   node bench/run.mjs pages --rows 100000 --rounds 20
 *   node bench/run.mjs pages --data FOLDER: keeps the rows there for the next run
 *
 * The embedded PostgreSQL with its usual durability; nine tenths of the rows are one server's. Each question is
 * asked in a transaction of its own, as the call does, with its total. Prints medians and the longest.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { atOneMoment, type Database } from '../src/host/store/database.ts';
import type { AskedOfOwner } from '../src/host/store/paged/asked.ts';
import { readPaged } from '../src/host/store/paged/page.ts';
import type { Page, Place } from '../src/host/store/paged/place.ts';
import { addPagedRows } from '../src/host/store/paged/rows.ts';
import { createRandom } from '../src/testing/random.ts';
import { entry, id, openFilled, SERVER } from './paged-rows.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '500000' },
    rounds: { type: 'string', default: '30' },
    data: { type: 'string' },
  },
});
const rows = Number(values.rows);
const rounds = Number(values.rounds);
interface Question {
  readonly name: string;
  readonly asked?: Partial<AskedOfOwner>;
  readonly from?: Place;
}

const QUESTIONS: readonly Question[] = [
  { name: 'first page, newest' },
  { name: 'first page, oldest', asked: { direction: 'asc' } },
  { name: 'first page by who', asked: { order: 'actor_name' } },
  { name: 'first page by what', asked: { order: 'action' } },
  { name: 'actor, of half of all', asked: { where: { actor: id(100) } } },
  { name: 'actor, of few', asked: { where: { actor: id(113) } } },
  { name: 'actor, of none', asked: { where: { actor: id(99) } } },
  { name: 'action, of a fifth', asked: { where: { action: 'actions.raw' } } },
  { name: 'action, of one in 200', asked: { where: { action: 'notes.add' } } },
  { name: 'thing', asked: { where: { thing: id(1_000_007) } } },
  {
    name: 'from, until: a day of it',
    asked: { where: { from: 1_700_200_000_000, until: 1_700_286_400_000 } },
  },
  {
    name: 'actor, action and from',
    asked: { where: { actor: id(102), action: 'actions.raw', from: 1_700_200_000_000 } },
  },
  { name: 'actor of few, by what', asked: { order: 'action', where: { actor: id(110) } } },
  { name: 'actor of half, by what', asked: { order: 'action', where: { actor: id(100) } } },
  { name: 'search, all have it', asked: { text: 'done' } },
  { name: 'search, a fifth has it', asked: { text: 'private' } },
  { name: 'search, one in 50', asked: { text: 'identifier' } },
  { name: 'search, one in 200', asked: { text: 'notes' } },
  { name: 'search, a few', asked: { text: id(2_000_123) } },
  { name: 'search, none', asked: { text: 'zebra crossing' } },
  { name: 'search, none, of common parts', asked: { text: 'done private' } },
  { name: 'search, two letters', asked: { text: 'wa' } },
  { name: 'search, one letter, few', asked: { text: 'z' } },
  { name: 'search by who', asked: { text: 'private', order: 'actor_name', direction: 'asc' } },
  { name: 'search and actor of few', asked: { text: 'private', where: { actor: id(110) } } },
  { name: 'jump to a tenth', from: { kind: 'place', place: Math.floor(rows * 0.09) } },
  { name: 'jump to the middle', from: { kind: 'place', place: Math.floor(rows * 0.45) } },
  { name: 'jump to the end', from: { kind: 'place', place: Math.floor(rows * 0.9) } },
  {
    name: 'jump in what one in five is',
    asked: { text: 'private' },
    from: { kind: 'place', place: Math.floor(rows * 0.09) },
  },
  {
    name: 'jump by who',
    asked: { order: 'actor_name' },
    from: { kind: 'place', place: Math.floor(rows * 0.45) },
  },
  {
    name: 'jump to the 9,000th of few',
    asked: { where: { action: 'servers.edit' } },
    from: { kind: 'place', place: Math.floor(rows * 0.004) },
  },
];

async function ask(db: Database, { asked, from = { kind: 'first' } }: Question): Promise<Page> {
  const question: AskedOfOwner = {
    resource: 'audit',
    owner_id: SERVER,
    order: 'at',
    direction: 'desc',
    text: '',
    where: {},
    ...asked,
  };
  return atOneMoment(db, (trx) => readPaged(trx, question, from, 100));
}

async function measure(db: Database): Promise<void> {
  for (const question of QUESTIONS) {
    const times: number[] = [];
    let page: Page | null = null;
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      page = await ask(db, question);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const [median = 0, longest = 0] = [times[times.length >>> 1], times.at(-1)];
    const total = `${page?.about ? 'about ' : ''}${page?.total ?? 0}`;
    console.log(
      `${question.name.padEnd(30)} ${median.toFixed(1).padStart(7)} ${longest.toFixed(1).padStart(7)} ms   ${page?.rows.length} rows of ${total}`,
    );
  }
  const random = createRandom(8);
  const times: number[] = [];
  for (let round = 0; round < 200; round++) {
    const began = performance.now();
    await db
      .transaction()
      .execute((trx) => addPagedRows(trx, 'audit', [entry(rows + round, random)]));
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  console.log(
    `a row that comes               ${times[100]?.toFixed(1)} ms, longest ${times.at(-1)?.toFixed(1)} ms`,
  );
}

console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
const filled = await openFilled(rows, values.data);
try {
  await measure(filled.db);
} finally {
  await filled.close();
}
