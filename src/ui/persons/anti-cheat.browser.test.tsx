import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { SERVER_ID } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { ANN, connection, HELL, NOON, ok, profile } from './doubles.ts';
import { ProfilePage } from './profile-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const ban = { number: 'a1b2c3', first: NOON - 86_400_000, last: NOON, server_id: SERVER_ID };

it('a profile says which bans of an anti-cheat were told, how many in which game, and from where it knows', async () => {
  const on = connection()
    .put('places', [])
    .answer('personAntiCheat', () =>
      ok({
        standings: [
          {
            game: 1 as const,
            by: 'battleye' as const,
            bans: [
              { ...ban, reason: 'Global Ban #a1b2c3', times: 3 },
              { ...ban, number: null, reason: HELL, times: 1 },
            ],
          },
        ],
        kicks: 4,
      }),
    );
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  await expect.element(page.getByText('2 bans of BattlEye in DayZ')).toBeVisible();
  await expect.element(page.getByText('Global Ban #a1b2c3')).toBeVisible();
  await expect.element(page.getByText(/3 times, first/)).toBeVisible();
  await expect
    .element(page.getByText(/Neither BattlEye nor EasyAntiCheat can be asked/))
    .toBeVisible();
});

it('a profile says that nothing was told, and asks nothing that the plan does not open', async () => {
  const on = connection().put('places', []);
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  await expect.element(page.getByText('No server has told of a ban.')).toBeVisible();
  leave();
  const opens = { ...profile.opens, sessions: false };
  const shut = connection()
    .put('places', [])
    .answer('personProfile', () => ok({ ...profile, opens }));
  leave = draw(<ProfilePage asked={ANN} />, shut, `/profile/${ANN}`);
  await expect.element(page.getByRole('heading', { name: 'Ann', level: 1 })).toBeVisible();
  expect(shut.inputs('personAntiCheat')).toEqual([]);
});
