import { expect, it } from 'vitest';
import { applyChanges, createRows, type Rows } from '../state.ts';
import { beginIntention, endIntention, forgetIntention, HELD_INTENTIONS } from './reduce.ts';

const id = (number: number) => `i${number}`;

function begin(rows: Rows, number: number): void {
  const asked = {
    id: id(number),
    server_id: 's',
    action: 1,
    player_id: null,
    player_name: null,
    text: null,
  };
  applyChanges(rows, beginIntention(rows, asked, number));
}

function end(rows: Rows, number: number, error: string | null = null): void {
  applyChanges(rows, endIntention(rows, { id: id(number), answer: null, error }));
}

function full(): Rows {
  const rows = createRows();
  for (let number = 0; number < HELD_INTENTIONS; number++) begin(rows, number);
  return rows;
}

it('where as many are kept as may be, the one that was asked first of those that ended goes', () => {
  const rows = full();
  end(rows, 5);
  end(rows, 3);
  end(rows, 4);
  begin(rows, HELD_INTENTIONS);
  expect(rows.intentions.size).toBe(HELD_INTENTIONS);
  expect(rows.intentions.has(id(3))).toBe(false);
  expect(rows.intentions.has(id(HELD_INTENTIONS))).toBe(true);
});

it('what ended stays while there is room', () => {
  const rows = createRows();
  begin(rows, 0);
  end(rows, 0);
  begin(rows, 1);
  expect([...rows.intentions.keys()]).toEqual([id(0), id(1)]);
});

it('what is under way stays, however many there are', () => {
  const rows = full();
  begin(rows, HELD_INTENTIONS);
  expect(rows.intentions.size).toBe(HELD_INTENTIONS + 1);
  applyChanges(rows, forgetIntention(rows, id(0)));
  expect(rows.intentions.has(id(0))).toBe(true);
});

it('one that failed is asked again, one that is under way or done is not', () => {
  const rows = createRows();
  begin(rows, 1);
  end(rows, 1, 'server-offline');
  expect(rows.intentions.get(id(1))).toMatchObject({ state: 'failed', error: 'server-offline' });
  begin(rows, 1);
  const { state, error } = rows.intentions.get(id(1)) ?? {};
  expect({ state, error }).toEqual({ state: 'pending', error: null });
  end(rows, 1);
  const done = rows.intentions.get(id(1));
  begin(rows, 1);
  end(rows, 1, 'late');
  expect(rows.intentions.get(id(1))).toBe(done);
});
