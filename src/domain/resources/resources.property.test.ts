import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryOf } from '../../testing/arbitrary-of.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { ROW } from '../../protocol/resources/schemas.ts';
import { shapeOf } from '../../protocol/shape.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { DomainEvent } from '../event.ts';
import { hashRows } from '../hash.ts';
import { invert, applyChanges, createRows, type Rows } from '../state.ts';
import { reduce } from '../reduce.ts';
import type { Change } from '../change.ts';
import { reduceGone, reducePut } from './reduce.ts';
import { createView } from '../views/create.ts';

const SERVER = 'a'.repeat(24);
const STREAM = serverStream(SERVER, 'notes');
const QUERY = {
  view: 'rows',
  resource: 'notes',
  server_id: SERVER,
  text: '',
  where: {},
  window: { from: 0, to: 1_000 },
} as const;

type Note = RowOf<'notes'>;
const ids = fc.integer({ min: 1, max: 4 }).map((n) => n.toString(16).padStart(24, '0'));
const notes = fc
  .tuple(ids, arbitraryOf(shapeOf(ROW.notes)!) as fc.Arbitrary<Note>)
  .map(([id, note]) => ({ ...note, id, server_id: SERVER }));
it('a stream tells nothing of the rows of another server', () => {
  const rows = createRows();
  const head = { id: STREAM, server_id: SERVER, position: 1, floor: 1, more: false };
  applyChanges(rows, [{ table: 'streams', id: STREAM, before: undefined, after: head }]);
  const note = { id: '1'.repeat(24), player_id: '2'.repeat(24), player_name: '', comment: '' };
  const by = { issuer_id: '3'.repeat(24), issuer_name: '', created: 1, edited: null };
  const other = 'b'.repeat(24);
  const told = (server_id: string, of: string) => {
    const row = { ...note, ...by, server_id: of };
    return reducePut(rows, head, { resource: 'notes', server_id, row }, 2);
  };
  const tables = (changes: readonly Change[]) => changes.map(({ table }) => table);
  expect(tables(told(SERVER, SERVER))).toEqual(['notes', 'streams']);
  expect(tables(told(SERVER, other))).toEqual(['streams']);
  expect(tables(told(other, other))).toEqual(['streams']);
});

it('of rows that come in pages a stream moves on alone', () => {
  const rows = createRows();
  const stream = serverStream(SERVER, 'audit');
  const head = { id: stream, server_id: SERVER, position: 1, floor: 1, more: false };
  applyChanges(rows, [{ table: 'streams', id: stream, before: undefined, after: head }]);
  const gone = { resource: 'audit', server_id: SERVER, id: '1'.repeat(24) } as const;
  expect(reduceGone(rows, head, gone as never, 2)).toMatchObject([
    { table: 'streams', after: { position: 2 } },
  ]);
});

const WRITES = ['add', 'edit', 'remove', 'restore'] as const;

/** What happens, as a host tells it and as a tab asks for it. */
const happenings = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), note: notes }),
  fc.record({ kind: fc.constant('gone' as const), id: ids }),
  fc.record({ kind: fc.constant('answer' as const), notes: fc.array(notes, { maxLength: 6 }) }),
  fc.record({
    kind: fc.constant('write' as const),
    id: ids,
    note: notes,
    write: fc.constantFrom(...WRITES),
  }),
  fc.record({
    kind: fc.constant('end' as const),
    id: ids,
    error: fc.constantFrom(null, null, 'not-found'),
    ahead: fc.nat({ max: 2 }),
  }),
);

interface Pending {
  readonly row_id: string;
  readonly row: Note | null;
  /** null: not answered; else the position at which it is told. */
  at: number | null;
}

/** What a host has and what a client shows of it, written without a reducer. */
class Model {
  readonly facts = new Map<string, Note>();
  readonly writes = new Map<string, Pending>();
  readonly failed = new Set<string>();
  position = 0;

  told(): void {
    for (const [id, { at }] of this.writes) {
      if (at !== null && at <= this.position) this.writes.delete(id);
    }
  }

  shown(): readonly string[] {
    const shown = new Map<string, Note & { pending: boolean }>();
    for (const [id, note] of this.facts) shown.set(id, { ...note, pending: false });
    for (const { row_id, row } of this.writes.values()) {
      if (row === null) shown.delete(row_id);
      else shown.set(row_id, { ...row, pending: true });
    }
    return [...shown.values()]
      .toSorted((a, b) => b.created - a.created || (a.id < b.id ? -1 : 1))
      .map((note) => JSON.stringify(note, Object.keys(note).toSorted()));
  }
}

it('rows are what the host told, and look as this client’s own writes will make them', () => {
  fc.assert(
    fc.property(fc.array(happenings, { maxLength: 40, size: 'max' }), (story) => {
      const rows = createRows();
      const model = new Model();
      const undo: (() => void)[] = [];
      const take = (event: DomainEvent) => {
        const before = hashRows(rows);
        const changes = reduce(rows, event);
        applyChanges(rows, changes);
        undo.push(() => {
          applyChanges(rows, invert(changes));
          expect(hashRows(rows)).toBe(before);
        });
        return changes;
      };
      take(answered(0, []));
      const view = createView(rows, QUERY);
      for (const happening of story) {
        const events = eventsOf(happening, model);
        for (const event of events) view.apply(take(event));
        expect(shownIn(rows)).toEqual(model.shown());
        expect(view.snapshot().order).toEqual(createView(rows, QUERY).snapshot().order);
      }
      for (const back of undo.toReversed()) back();
      expect(rows.owned.notes.size).toBe(0);
    }),
  );
});

function shownIn(rows: Rows): readonly string[] {
  const { rows: shown } = createView(rows, QUERY).snapshot();
  return shown.map((note) => JSON.stringify(note, Object.keys(note).toSorted()));
}

function answered(position: number, told: readonly Note[]): DomainEvent {
  const data = { resource: 'notes', server_id: SERVER, position, rows: told } as const;
  return { source: 'rest', event: 'rows', at: 1, data };
}

function eventsOf(
  happening: typeof happenings extends fc.Arbitrary<infer H> ? H : never,
  model: Model,
): readonly DomainEvent[] {
  const frame = { source: 'realtime', at: 1, stream: STREAM } as const;
  const about = { resource: 'notes', server_id: SERVER } as const;
  switch (happening.kind) {
    case 'put': {
      const { note } = happening;
      model.facts.set(note.id, note);
      model.position += 1;
      model.told();
      const data = { ...about, row: note };
      return [{ ...frame, event: 'row:put', seq: model.position, data }];
    }
    case 'gone': {
      model.facts.delete(happening.id);
      model.position += 1;
      model.told();
      const data = { ...about, id: happening.id };
      return [{ ...frame, event: 'row:gone', seq: model.position, data }];
    }
    case 'answer': {
      model.facts.clear();
      for (const note of happening.notes) model.facts.set(note.id, note);
      model.told();
      return [answered(model.position, happening.notes)];
    }
    case 'write': {
      const { id, note, write } = happening;
      if (model.writes.has(id)) return [];
      const row = write === 'remove' ? null : note;
      model.failed.delete(id);
      model.writes.set(id, { row_id: note.id, row, at: null });
      const data = { id, ...about, row_id: note.id, write, row };
      return [{ source: 'intent', event: 'write', at: 1, data }];
    }
    case 'end': {
      const { id, error, ahead } = happening;
      const pending = model.writes.get(id);
      if (pending === undefined || pending.at !== null) return [];
      const position = error === null ? model.position + ahead : null;
      if (error !== null) model.writes.delete(id);
      else pending.at = position;
      model.told();
      return [{ source: 'intent', event: 'written', at: 1, data: { id, position, error } }];
    }
  }
}

it.each([
  ['jose', true],
  ['JOSÉ  garcía', true],
  ['tower n', true],
  ['to', true],
  ['ow', false],
  ['tower jose', false],
])('a search for “%s” finds as one of pages does: %s', (text, isFound) => {
  const note = {
    ...fc.sample(notes, 1)[0]!,
    comment: `${'x'.repeat(3_000)} Tower\nnorth`,
    player_name: 'José García',
    issuer_name: '',
  };
  const rows = createRows();
  applyChanges(rows, reduce(rows, answered(1, [note])));
  expect(createView(rows, { ...QUERY, text }).snapshot().order).toEqual(isFound ? [note.id] : []);
});

it('an add that seemed to fail is no failure any more once its row is told', () => {
  const note = fc.sample(notes, 1)[0]!;
  const about = { resource: 'notes', server_id: SERVER } as const;
  const put = { source: 'realtime', at: 1, stream: STREAM, event: 'row:put', seq: 1 } as const;
  for (const told of [{ ...put, data: { ...about, row: note } }, answered(1, [note])]) {
    const rows = createRows();
    const take = (event: DomainEvent) => applyChanges(rows, reduce(rows, event));
    take(answered(0, []));
    for (const write of ['add', 'edit'] as const) {
      const begun = { id: write, ...about, row_id: note.id, write, row: note };
      const ended = { id: write, position: null, error: 'unreachable' };
      take({ source: 'intent', event: 'write', at: 1, data: begun });
      take({ source: 'intent', event: 'written', at: 1, data: ended });
    }
    take(told);
    expect([...rows.writes.keys()]).toEqual(['edit']);
  }
});

it('a server that is gone, and a stream that ends, leave no row behind', () => {
  const rows = createRows();
  const note = fc.sample(notes, 1)[0]!;
  applyChanges(rows, reduce(rows, answered(3, [note])));
  expect(rows.notes.size).toBe(1);
  const data = { streams: [STREAM] };
  applyChanges(rows, reduce(rows, { source: 'link', event: 'released', at: 1, data }));
  expect([rows.notes.size, rows.streams.size, rows.owned.notes.size]).toEqual([0, 0, 0]);
});
