import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SERVER_STATUS } from '../../protocol/enumerations.ts';
import { scenarios } from '../../testing/scenario.ts';
import type { Change } from '../change.ts';
import type { DomainEvent } from '../event.ts';
import type { Query, ViewChange, ViewRow } from '../queries.ts';
import { reduce } from '../reduce.ts';
import { applyChanges, createRows, mergeChanges } from '../state.ts';
import { createView } from './create.ts';
import { canonicalQuery } from './canonical.ts';
import type { View, ViewSnapshot } from './view.ts';

const server_id = fc.constantFrom('000000000000000000000002', '000000000000000000000003');
const direction = fc.constantFrom('asc', 'desc');
const window = fc
  .tuple(fc.nat({ max: 4 }), fc.oneof(fc.nat({ max: 6 }), fc.constant(1_000)))
  .map(([from, length]) => ({ from, to: from + length }));
const text = fc.constantFrom('', 'a', 'S', 'и', ' second ');
const limit = fc.integer({ min: 0, max: 12 });

const queries: fc.Arbitrary<Query> = fc.oneof(
  fc.record({
    view: fc.constant('servers' as const),
    filter: fc.record(
      {
        text,
        games: fc.subarray([1, 2]),
        states: fc.subarray([...SERVER_STATUS]),
        ids: fc.subarray(['000000000000000000000002', '000000000000000000000003']),
        group: fc.constantFrom(
          { by: 'state', key: 'online' } as const,
          { by: 'tag', key: '' } as const,
        ),
      },
      { requiredKeys: [] },
    ),
    sort: fc.constantFrom(
      'identifier',
      'game',
      'state',
      'players',
      'map',
      'queue',
      'next_restart',
      'uptime',
    ),
    direction,
    window,
  }),
  fc.record({
    view: fc.constant('groups' as const),
    by: fc.constantFrom('game', 'state', 'tag'),
    filter: fc.record({ text, states: fc.subarray([...SERVER_STATUS]) }, { requiredKeys: [] }),
  }),
  fc.record({
    view: fc.constant('players' as const),
    server_id,
    text,
    sort: fc.constantFrom('name', 'joined_at', 'ping'),
    direction,
    window,
  }),
  fc.record({
    view: fc.constant('feed' as const),
    server_id,
    kinds: fc.subarray(['join', 'leave', 'chat', 'state']),
    limit,
  }),
  fc.record({ view: fc.constant('console' as const), server_id, limit }),
  fc.record({
    view: fc.constant('history' as const),
    server_id,
    span: fc.constant('24h' as const),
  }),
  fc.record({
    view: fc.constantFrom('server', 'presence', 'streams', 'intentions'),
    server_id,
  }),
  fc.record({ view: fc.constantFrom('totals', 'account', 'link') }),
);

/** What a tab holds of a view. */
class Tab {
  readonly rows = new Map<string, ViewRow>();
  order: readonly string[];
  total: number;

  constructor(snapshot: ViewSnapshot) {
    for (const row of snapshot.rows) this.rows.set(row.id, row);
    this.order = snapshot.order;
    this.total = snapshot.total;
  }

  apply(changes: readonly ViewChange[]): void {
    for (const change of changes) {
      if (change.op === 'set') this.rows.set(change.row.id, change.row);
      else if (change.op === 'remove') this.rows.delete(change.id);
      else if (change.op === 'order') this.order = change.ids;
      else if (change.op === 'total') this.total = change.total;
    }
  }

  snapshot(): ViewSnapshot {
    const rows = this.order.flatMap((id) => this.rows.get(id) ?? []);
    if (this.rows.size !== this.order.length) throw new RangeError('a row is not in the order');
    return { rows, order: this.order, total: this.total };
  }
}

describe('views', { timeout: 30_000 }, () => {
  it('tell a tab exactly what a fresh view shows, whatever happens and however it is batched', () => {
    fc.assert(
      fc.property(
        scenarios,
        fc.array(queries, { minLength: 1, maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 20 })),
        fc.boolean(),
        ({ events }, asked, sizes, merged) => {
          const rows = createRows();
          const open = asked.map((query): { query: Query; view: View; tab: Tab } => {
            const view = createView(rows, query);
            return { query, view, tab: new Tab(view.snapshot()) };
          });
          const rest = [...events];
          while (rest.length > 0) {
            const batch: Change[] = [];
            for (const event of rest.splice(0, sizes.shift() ?? 1)) {
              const changes = reduce(rows, event);
              applyChanges(rows, changes);
              batch.push(...changes);
            }
            for (const { query, view, tab } of open) {
              tab.apply(view.apply(merged ? mergeChanges(batch) : batch));
              const fresh = createView(rows, query).snapshot();
              expect(tab.snapshot()).toEqual(fresh);
              expect(view.snapshot()).toEqual(fresh);
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('show the same for queries with the same canonical text', () => {
    fc.assert(
      fc.property(scenarios, queries, queries, ({ events }, one, other) => {
        fc.pre(canonicalQuery(one) === canonicalQuery(other));
        const rows = createRows();
        for (const event of events) applyChanges(rows, reduce(rows, event));
        expect(createView(rows, one).snapshot()).toEqual(createView(rows, other).snapshot());
      }),
      { numRuns: 20, maxSkipsPerRun: 1_000 },
    );
  });

  it('show nothing of what failed on their server and is asked of another by the same id', () => {
    const rows = createRows();
    const [one, other] = ['000000000000000000000002', '000000000000000000000003'] as const;
    const asked = { id: 'a', action: 1, player_id: null, player_name: null, text: null } as const;
    const happen = (event: DomainEvent) => {
      const changes = reduce(rows, event);
      applyChanges(rows, changes);
      return changes;
    };
    const begin = (to: string) =>
      happen({ source: 'intent', event: 'begin', at: 1, data: { ...asked, server_id: to } });
    begin(one);
    const data = { id: 'a', answer: null, error: 'no-answer' };
    happen({ source: 'intent', event: 'end', at: 1, data });
    const view = createView(rows, { view: 'intentions', server_id: one });
    view.apply(begin(other));
    expect(view.snapshot().order).toEqual([]);
  });

  it('that began within a batch are not led astray by the rest of it', () => {
    fc.assert(
      fc.property(scenarios, queries, fc.nat(), ({ events }, query, at) => {
        const rows = createRows();
        const batch: Change[] = [];
        let view: View | undefined;
        for (const [index, event] of events.entries()) {
          if (index === at % events.length) view = createView(rows, query);
          const changes = reduce(rows, event);
          applyChanges(rows, changes);
          batch.push(...changes);
        }
        view?.apply(batch);
        expect(view?.snapshot()).toEqual(createView(rows, query).snapshot());
      }),
    );
  });

  it('say nothing of what does not touch them', () => {
    const rows = createRows();
    const view = createView(rows, { view: 'server', server_id: 'a'.repeat(24) });
    const totals = createView(rows, { view: 'totals' });
    const changes = reduce(rows, {
      source: 'link',
      event: 'connection',
      at: 1,
      data: { connection: { kind: 'starting' } },
    });
    applyChanges(rows, changes);
    expect(view.apply(changes)).toHaveLength(0);
    expect(view.apply(changes)).toBe(totals.apply(changes));
  });
});
