import { expect, it } from 'vitest';
import { auditRow } from './row.ts';

const id = (n: number) => n.toString(16).padStart(24, '0');
const told = { id: id(1), server_id: id(2), at: 3, action: 'note.add' } as const;

it('an entry is looked for by each thing that it names, a hundred of them at most', () => {
  const detail = { one: id(7), again: id(7), not: 'something', many: [id(8), 9, id(9)] };
  expect(auditRow({ ...told, detail }, null).things).toEqual([id(7), id(8), id(9)]);
  const many = { players: Array.from({ length: 150 }, (_, n) => id(n)) };
  expect(auditRow({ ...told, detail: many }, null).things).toEqual(many.players.slice(0, 100));
});

it('an entry by nobody is the host’s own', () => {
  expect(auditRow({ ...told, detail: {} }, null)).toMatchObject({ actor_id: null, actor_name: '' });
  const by = { id: id(4), name: 'Ann' };
  const entry = auditRow({ ...told, detail: {} }, by);
  expect(entry).toMatchObject({ actor_id: id(4), actor_name: 'Ann', action: 'note.add' });
});
