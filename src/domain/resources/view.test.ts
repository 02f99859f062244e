import { expect, it } from 'vitest';
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { Change } from '../change.ts';
import { applyChanges, createRows } from '../state.ts';
import { createView } from '../views/create.ts';

it('what is sorted by its name is sorted without case, as people do', () => {
  const rows = createRows();
  const names = ['Roof', 'attic', 'hall', 'Attic'];
  const changes = names.map((name, index): Change => {
    const id = String(index).repeat(24);
    const facts = { revision: 1, scenes: 1, created_at: 0, updated_at: 0 };
    const after: RowOf<'walls'> = { id, server_id: null, name, ...facts };
    return { table: 'walls', id, before: undefined, after };
  });
  applyChanges(rows, changes);
  const { order } = createView(rows, {
    view: 'rows',
    resource: 'walls',
    server_id: null,
    text: '',
    where: {},
    window: { from: 0, to: 10 },
  }).snapshot();
  expect(order.map((id) => rows.walls.get(id)?.name)).toEqual(['attic', 'Attic', 'hall', 'Roof']);
});
