import { expect, it } from 'vitest';
import { createWorldServer } from '../../testing/world-server.ts';
import type { Change } from '../change.ts';
import type { ServerRow } from '../rows.ts';
import { applyChanges, createRows } from '../state.ts';
import { createView } from './create.ts';

const idOf = (number: number) => number.toString(16).padStart(24, '0');

it('stands in the account’s own order, the others behind it by name, and follows it', () => {
  const rows = createRows();
  const names = ['Delta', 'Alpha', 'Server 10', 'Server 2'];
  for (const [index, identifier] of names.entries()) {
    const { players: _, ...server } = createWorldServer(idOf(index), identifier, 60, 0);
    const after = { ...server, position: 1 } as unknown as ServerRow;
    applyChanges(rows, [{ table: 'servers', id: after.id, before: undefined, after }]);
  }
  const view = createView(rows, {
    view: 'servers',
    filter: {},
    sort: 'nav',
    direction: 'asc',
    window: { from: 0, to: 10 },
  });
  const name = (id: string) => names[Number.parseInt(id, 16)];
  expect(view.snapshot().order.map(name)).toEqual(['Alpha', 'Delta', 'Server 2', 'Server 10']);
  const put = (id: string, place: number | null): Change => ({
    table: 'nav',
    id,
    before: rows.nav.get(id),
    after: place === null ? undefined : { id, server_id: null, place },
  });
  const change = (...changes: Change[]) => {
    applyChanges(rows, changes);
    return view.apply(changes).flatMap((one) => (one.op === 'order' ? [one.ids.map(name)] : []));
  };
  expect(change(put(idOf(2), 0), put(idOf(3), 1))).toEqual([
    ['Server 10', 'Server 2', 'Alpha', 'Delta'],
  ]);
  expect(change(put(idOf(2), null), put(idOf(3), 0))).toEqual([
    ['Server 2', 'Alpha', 'Delta', 'Server 10'],
  ]);
});
