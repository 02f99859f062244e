import { expect, it } from 'vitest';
import { standing } from './rules.ts';

it('stands as it was answered, and is over with its time where nobody did', () => {
  const at = (state: 'pending' | 'accepted' | 'declined', now: number) =>
    standing({ state, expires_at: 100 }, now);
  expect([at('pending', 99), at('pending', 100)]).toEqual(['pending', 'expired']);
  expect([at('accepted', 200), at('declined', 200)]).toEqual(['accepted', 'declined']);
});
