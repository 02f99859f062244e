import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { CallAnswer } from '../../worker/contract.ts';
import { draw } from '../app/doubles.tsx';
import { LIST_ID } from '../bans/known/doubles.ts';
import { FakeConnection, SERVER_ID } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { Backtest } from './backtest.tsx';

type Answer = CallAnswer<'banListBacktest'>;

const NOON = Date.UTC(2026, 0, 1, 12);
let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const person = (n: number): Answer['people'][number] => ({
  muster_id: n.toString(16).padStart(24, '0'),
  name: `Bob ${n}`,
  joined_at: NOON - n,
  ban: { id: 'b'.repeat(24), reason: 'Aimbot', until: null, banlist_id: LIST_ID, banlist: 'Watch' },
});
const ask = () => page.getByRole('button', { name: /last 30 days/ }).click();

it('goes on until all stays were looked at, and names each person once', async () => {
  const answers: Answer[] = [
    {
      stays: 500,
      days: 30,
      back_to: NOON,
      people: [person(1), person(2)],
      next: `1.${'a'.repeat(24)}`,
    },
    { stays: 3, days: 30, back_to: NOON - 5, people: [person(2), person(3)], next: null },
  ];
  const on = new FakeConnection().answer('banListBacktest', () => ({
    ok: true,
    value: answers.shift()!,
  }));
  leave = draw(<Backtest listId={LIST_ID} serverId={SERVER_ID} />, on, '/');
  await ask();
  await expect.element(page.getByText(/^3 people who were here/)).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(3);
});

it('says that nobody would have been kept out, and what failed with a way to try again', async () => {
  let isDown = true;
  const on = new FakeConnection().answer('banListBacktest', () =>
    isDown
      ? { ok: false, error: { kind: 'unreachable' } }
      : { ok: true, value: { stays: 0, days: 30, back_to: null, people: [], next: null } },
  );
  leave = draw(<Backtest listId={LIST_ID} serverId={SERVER_ID} />, on, '/');
  await ask();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  isDown = false;
  await again.click();
  await expect.element(page.getByText(/^Nobody who was here/)).toBeVisible();
});
