import { expect, it } from 'vitest';
import type { ViewRow } from '../../domain/queries.ts';
import { PendingView } from './pending.ts';

const row = (id: string, more: object = {}) => ({ id, ...more }) as unknown as ViewRow;

it('of a row that a tab holds only what is another is told, and all of it where something is gone', () => {
  const pending = new PendingView([row('a', { x: 1, y: 2, z: 3 })]);
  pending.merge([{ op: 'set', row: row('a', { x: 1, y: 5, z: 3 }) }]);
  expect(pending.take()).toEqual([{ op: 'fields', id: 'a', fields: { y: 5 } }]);
  pending.merge([{ op: 'set', row: row('a', { x: 1, z: 4 }) }]);
  expect(pending.take()).toEqual([{ op: 'set', row: row('a', { x: 1, z: 4 }) }]);
  pending.merge([{ op: 'set', row: row('a', { x: 1, z: 4 }) }]);
  expect(pending.take()).toEqual([]);
});

it('of a row that came and went in the meantime nothing is told, and of one that is held that it went', () => {
  const pending = new PendingView([row('a')]);
  pending.merge([{ op: 'set', row: row('b') }]);
  pending.merge([
    { op: 'remove', id: 'b' },
    { op: 'remove', id: 'a' },
  ]);
  expect([pending.size, pending.take()]).toEqual([1, [{ op: 'remove', id: 'a' }]]);
});
