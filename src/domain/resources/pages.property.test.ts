import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PagedRow } from '../../protocol/resources/registry.ts';
import { auditRow } from '../audit/row.ts';
import { answerPage, askedRows } from '../../testing/answer-pages.ts';
import type { Asked } from './asked.ts';
import { fieldOf } from './keys.ts';
import {
  HELD_PAGES,
  PAGE_ROWS,
  Pages,
  type AnsweredPage,
  type Stretch,
  type ToldRow,
  type WantedPage,
} from './pages.ts';

const SERVER = 'a'.repeat(24);
const id = (n: number) => n.toString(16).padStart(24, '0');

function entry(n: number, at: number, action: string, name = ''): PagedRow<'audit'> {
  const actor = name === '' ? null : { id: id(9_000), name };
  return auditRow({ id: id(n), server_id: SERVER, at, action, detail: {} }, actor);
}

/** A host that has all rows in a plain array, and a page of them for whoever asks. */
class Host {
  readonly rows = new Map<string, PagedRow<'audit'>>();
  readonly told: ToldRow[] = [];
  readonly #asked: Asked;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  get position(): number {
    return this.told.length;
  }

  put(row: PagedRow<'audit'> | null, rowId: string): void {
    const before = this.rows.get(rowId) ?? null;
    if (before === null && row === null) return;
    if (row === null) this.rows.delete(rowId);
    else this.rows.set(rowId, row);
    this.told.push({ position: this.position + 1, before, after: row });
  }

  /** Somebody is erased: how their rows were is not told. */
  erase(name: string): void {
    for (const [rowId, row] of this.rows) {
      if (row.actor_name !== name) continue;
      const emptied = { ...row, actor_name: '' };
      this.rows.set(rowId, emptied);
      this.told.push({ position: this.position + 1, before: emptied, after: emptied });
    }
  }

  sorted(): readonly PagedRow[] {
    return askedRows(this.rows.values(), this.#asked);
  }

  /** `far`: whether the host counts so far, and answers a place about. */
  answer(wanted: WantedPage, far: boolean): AnsweredPage {
    return answerPage(this.rows.values(), this.#asked, wanted, this.position, far);
  }
}

const rows = fc.record({
  n: fc.integer({ min: 1, max: 700 }),
  at: fc.integer({ min: 0, max: 60 }),
  action: fc.constantFrom('x.y', 'x.z'),
  name: fc.constantFrom('', 'Ann', 'Bob'),
});
const happenings = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('erase' as const),
      name: fc.constantFrom('Ann', 'Bob'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('put' as const), row: rows }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('gone' as const),
      n: fc.integer({ min: 1, max: 700 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('hear' as const),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('gap' as const),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      late: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      from: fc.integer({ min: 0, max: 600 }),
    }),
  },
);
const questions = fc.record({
  order: fc.constantFrom('at', 'action', 'actor_name'),
  text: fc.constantFrom('', '', 'ann'),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  where: fc.constantFrom({}, { action: 'x.y' }, { from: 20 }),
  far: fc.boolean(),
  begin: fc.constantFrom(0, 300),
  many: fc.constantFrom(0, 40, 500),
});

/** The second page is on its way while rows before it change their places untold. */
const ERASED_ON_THE_WAY: [
  typeof questions extends fc.Arbitrary<infer Q> ? Q : never,
  (typeof happenings extends fc.Arbitrary<infer H> ? H : never)[],
] = [
  {
    order: 'actor_name',
    text: '',
    direction: 'asc',
    where: {},
    far: false,
    begin: 0,
    many: 500,
  },
  [
    { kind: 'move', from: 1 },
    { kind: 'ask', late: 0 },
    { kind: 'erase', name: 'Ann' },
    { kind: 'ask', late: 1 },
    { kind: 'hear', count: 1 },
  ],
];

it('what is shown is a part of the sorted rows, whatever comes, goes, moves or is missed, wherever it is looked', () => {
  fc.assert(
    fc.property(
      questions,
      fc.array(happenings, { maxLength: 60 }),
      ({ order, direction, text, where, far, begin, many }, story) => {
        const asked: Asked = { resource: 'audit', order, direction, text, where };
        const host = new Host(asked);
        for (let n = 1; n <= many; n++)
          host.put(entry(n, n % 60, n % 3 === 0 ? 'x.z' : 'x.y', n % 5 === 0 ? 'Ann' : ''), id(n));
        const pages = new Pages(asked);
        let heard = host.position;
        // A gap shows with what comes next.
        let isMissed = false;
        pages.reached(heard);
        let seen: Stretch = { from: begin, to: begin + 150 };
        const asking: { wanted: WantedPage; answer: AnsweredPage; late: number }[] = [];
        const hear = (count: number) => {
          if (heard < host.position) isMissed = false;
          for (const told of host.told.slice(heard, heard + count)) pages.told(told);
          heard = Math.min(host.position, heard + count);
        };
        const settle = () => {
          const open = asking.pop();
          if (open !== undefined) pages.answered(open.wanted, open.answer);
        };
        const ask = (late: number) => {
          pages.letGo([seen]);
          const wanted = pages.wanted(seen);
          if (wanted === null || asking.length > 0) return;
          asking.push({ wanted, answer: host.answer(wanted, far), late });
        };
        for (const happening of story) {
          if (asking[0] !== undefined && asking[0].late-- <= 0) settle();
          if (happening.kind === 'put') {
            const { n, at, action, name } = happening.row;
            host.put(entry(n, at, action, name), id(n));
          } else if (happening.kind === 'erase') {
            host.erase(happening.name);
          } else if (happening.kind === 'gone') host.put(null, id(happening.n));
          else if (happening.kind === 'hear') hear(happening.count);
          else if (happening.kind === 'gap') {
            isMissed ||= heard < host.position;
            heard = Math.min(host.position, heard + happening.count);
          } else if (happening.kind === 'ask') ask(happening.late);
          else seen = { from: happening.from, to: happening.from + 150 };
          expectStretch(pages, host, seen, heard === host.position && !isMissed);
        }
        settle();
        hear(Infinity);
        pages.reached(host.position);
        for (let turn = 0; turn < 30; turn++) {
          ask(0);
          if (asking.length === 0) break;
          settle();
        }
        const all = host.sorted().map((row) => row.id);
        const shown = pages.shown(seen);
        const ids = shown.rows.map((row) => row.id);
        expect(pages.wanted(seen)).toBeNull();
        expectStretch(pages, host, seen, true);
        expect(pages.total?.total).toBeGreaterThanOrEqual(ids.length && shown.from + ids.length);
        if (far) return;
        expect(pages.total).toMatchObject({ total: all.length, about: false });
        expect(ids).toEqual(all.slice(seen.from, seen.to));
      },
    ),
    { numRuns: 400, examples: [ERASED_ON_THE_WAY] },
  );
});

it('who looks a little above what is held asks for the page before it, and who jumps for the place', () => {
  const asked: Asked = { resource: 'audit', order: 'at', direction: 'asc', text: '', where: {} };
  const all = Array.from({ length: 10 * PAGE_ROWS }, (_, n) => entry(n + 1, n, 'x.y'));
  const pages = new Pages(asked);
  const first = { kind: 'place', place: 500 } as const;
  pages.answered(first, answerPage(all, asked, first, 0));
  const before = { kind: 'before', bound: [499, id(500)], place: 500 };
  expect(pages.wanted({ from: 480, to: 500 })).toEqual(before);
  expect(pages.wanted({ from: 250, to: 500 })).toEqual({ kind: 'place', place: 250 });
  const after = { kind: 'after', bound: [599, id(600)], place: 600 };
  expect(pages.wanted({ from: 560, to: 620 })).toEqual(after);
});

it('a page that turns out to be the first stands at the beginning, and with it those behind it', () => {
  const asked: Asked = { resource: 'audit', order: 'at', direction: 'asc', text: '', where: {} };
  const all = Array.from({ length: 150 }, (_, n) => entry(n + 1, n, 'x.y'));
  const pages = new Pages(asked);
  const answer = { position: 0, total: 900, about: true, place: 400 };
  const bound = [49, id(50)] as const;
  pages.answered(
    { kind: 'place', place: 400 },
    { ...answer, rows: all.slice(50), previous: bound, next: null },
  );
  pages.answered(
    { kind: 'before', bound, place: 400 },
    { ...answer, rows: all.slice(0, 50), previous: null, next: bound },
  );
  const { from, rows } = pages.shown({ from: 0, to: 1_000 });
  expect([from, rows.map((row) => fieldOf(row, 'at'))]).toEqual([0, all.map(({ at }) => at)]);
  expect(pages.total).toMatchObject({ total: 150, about: false });
});

it('a row that moved to a page that is newer stands there alone, until the older one was told of it', () => {
  const asked: Asked = { resource: 'audit', order: 'at', direction: 'asc', text: '', where: {} };
  const all = Array.from({ length: 2 * PAGE_ROWS }, (_, n) => entry(n + 1, n, 'x.y'));
  const moved = entry(1, 150, 'x.y');
  const pages = new Pages(asked);
  pages.reached(0);
  pages.answered({ kind: 'first' }, answerPage(all, asked, { kind: 'first' }, 0));
  const behind = pages.wanted({ from: PAGE_ROWS, to: 2 * PAGE_ROWS });
  if (behind === null) expect.unreachable('the second page is missing');
  pages.answered(behind, answerPage([...all.slice(1), moved], asked, behind, 1));
  const ids = () => pages.shown({ from: 0, to: 3 * PAGE_ROWS }).rows.map((row) => row.id);
  const moment = [...all.slice(1, 150), moved, ...all.slice(150, -1)].map((row) => row.id);
  expect(ids()).toEqual(moment);
  pages.told({ position: 1, before: all[0] ?? null, after: moved });
  expect(ids()).toEqual(moment);
});

it('whoever scrolls through all of it holds fifty pages at most, and finds the first ones again', () => {
  const asked: Asked = { resource: 'audit', order: 'at', direction: 'desc', text: '', where: {} };
  const all = Array.from({ length: 60 * PAGE_ROWS }, (_, n) => entry(n + 1, n, 'x.y'));
  const pages = new Pages(asked);
  const look = (seen: Stretch) => {
    for (;;) {
      pages.letGo([seen]);
      const wanted = pages.wanted(seen);
      if (wanted === null) break;
      pages.answered(wanted, answerPage(all, asked, wanted, 0));
    }
    return pages.shown(seen).rows.map((row) => fieldOf(row, 'at'));
  };
  for (let from = 0; from < all.length; from += PAGE_ROWS) {
    expect(look({ from, to: from + PAGE_ROWS })[0]).toBe(all.length - 1 - from);
    expect(pages.size).toBeLessThanOrEqual(HELD_PAGES + 1);
  }
  expect(look({ from: 10, to: 12 })).toEqual([all.length - 11, all.length - 12]);
});

/** Rows that stand beside each other in the view do so at the host, where all was heard and nothing is old. */
function expectStretch(pages: Pages, host: Host, seen: Stretch, whole: boolean): void {
  const { rows, from } = pages.shown(seen);
  expect(rows.length).toBeLessThanOrEqual(seen.to - from);
  expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  if (!whole || pages.stale) return;
  const all = host.sorted().map((row) => row.id);
  const ids = rows.map((row) => row.id);
  const at = ids[0] === undefined ? 0 : all.indexOf(ids[0]);
  expect(ids).toEqual(all.slice(at, at + ids.length));
}
