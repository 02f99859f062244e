import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { CommandError } from '../../worker/contract.ts';
import { playerQuestion } from '../actions/player-question.ts';
import { draw } from '../app/doubles.tsx';
import { banListRow, banRow, LIST_ID } from '../bans/known/doubles.ts';
import { accountRow, playerView, SERVER_ID } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { ANN, connection, HELL, NOON, ok, profile, statistics, steam } from './doubles.ts';
import { ProfilePage } from './profile-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
beforeEach(() => page.viewport(1_200, 800));
afterEach(() => leave?.());

const failed = (error: CommandError) => ({ ok: false as const, error });
const problem = (code: 'not-found' | 'rate-limited', status: number): CommandError => ({
  kind: 'problem',
  problem: { type: `urn:muster:problem:${code}`, title: code, status, code, detail: code },
});

it('a profile says who somebody is, how stays ended, and who may be the same', async () => {
  const on = connection().put('places', []);
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  await expect.element(page.getByRole('heading', { name: 'Ann', level: 1 })).toBeVisible();
  await expect.element(page.getByText('76561198054374215')).toBeVisible();
  await expect.element(page.getByText('kicked by an admin')).toBeVisible();
  await expect.element(page.getByText('ramming')).toBeVisible();
  await expect.element(page.getByText(/^same address/)).toBeVisible();
  await expect.element(page.getByText('unauthorized', { exact: true })).toBeVisible();
  await expect.element(page.getByText('2 hr', { exact: true })).toBeVisible();
});

it('one acts from a profile on the server where somebody is', async () => {
  const place = playerView({ muster_id: ANN });
  leave = draw(<ProfilePage asked={ANN} />, connection().put('places', [place]), `/profile/${ANN}`);
  await page.getByRole('button', { name: 'Kick' }).click();
  expect(playerQuestion.value).toEqual({
    what: 'kick',
    serverId: SERVER_ID,
    player: { id: place.id, muster_id: ANN, name: 'Ann' },
  });
  playerQuestion.value = null;
});

it('of somebody who has left, a profile says why they cannot be kicked', async () => {
  leave = draw(<ProfilePage asked={ANN} />, connection().put('places', []), `/profile/${ANN}`);
  const kick = page.getByRole('button', { name: 'Kick' });
  await expect.element(kick).toHaveAttribute('aria-disabled', 'true');
  await expect.element(kick).toHaveAccessibleDescription(/Ann/);
});

/** Whoever looks may read the bans of a list. */
const reads = () =>
  connection()
    .put('account', [accountRow({ ban_lists: { [LIST_ID]: ['banlist.list'] } })])
    .put('places', [])
    .tell('banLists', [banListRow()]);

it('a profile says over all servers on which lists somebody is banned', async () => {
  const on = reads().answer('personBans', () =>
    ok({ bans: [{ ban: banRow(), banlist: 'Griefers', in_force: true }], more: 0 }),
  );
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  await expect.element(page.getByRole('link', { name: 'Wall glitching' })).toBeVisible();
  await expect.element(page.getByText(/Griefers/)).toBeVisible();
});

it('a profile says at once that somebody was banned, here or elsewhere', async () => {
  const bans = [{ ban: banRow(), banlist: 'Griefers', in_force: true }];
  const now = { bans: [] as typeof bans, more: 0 };
  const on = reads().answer('personBans', () => ok({ ...now }));
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  await expect.element(page.getByText(/^Not banned on any list/)).toBeVisible();
  now.bans = bans;
  on.tell('banLists', [banListRow({ bans: 3, entries: 4 })]);
  await expect.element(page.getByRole('link', { name: 'Wall glitching' })).toBeVisible();
  expect(on.inputs('personBans')).toHaveLength(2);
});

it('a profile says what somebody did, with what, and where they were hit', async () => {
  leave = draw(<ProfilePage asked={ANN} />, connection().put('places', []), `/profile/${ANN}`);
  const panel = page.getByRole('region', { name: 'Statistics' });
  const rowOf = (name: string | RegExp) => panel.getByRole('row', { name });
  await expect.element(rowOf(/^Mosin 91\/30 9 20 612 m 700 m$/)).toBeVisible();
  await expect.element(rowOf(/^not named 1 0 – –$/)).toBeVisible();
  await expect.element(rowOf(/^Left arm 9 4$/)).toBeVisible();
  await expect.element(panel.getByText('Kills per death')).toBeVisible();
  await expect.element(panel.getByText('2.4', { exact: true })).toBeVisible();
  await expect.element(panel.getByText(/^No game says how many shots were fired/)).toBeVisible();
});

it('a profile leaves out what nothing tells, and says why nothing is known', async () => {
  const rust = {
    ...statistics,
    told: ['deaths' as const],
    hits_given: 0,
    hits_taken: 0,
    zones: [],
  };
  const on = connection()
    .put('places', [])
    .answer('personStatistics', () => ok(rust));
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  const panel = page.getByRole('region', { name: 'Statistics' });
  await expect.element(panel.getByText(/Hits are not told here/)).toBeVisible();
  expect(panel.getByText('Hits given').elements()).toEqual([]);
  expect(panel.getByRole('columnheader', { name: 'Hits' }).elements()).toEqual([]);
  leave();
  const nothing = { ...rust, told: [], kills: 0, deaths: 0, weapons: [] };
  const silent = connection()
    .put('places', [])
    .answer('personStatistics', () => ok(nothing));
  leave = draw(<ProfilePage asked={ANN} />, silent, `/profile/${ANN}`);
  await expect.element(page.getByText(/None of these servers has a game log/)).toBeVisible();
});

it('whoever may reset what a player did on a server is asked before', async () => {
  let kills = 12;
  const on = connection()
    .put('account', [
      accountRow({
        servers: { [SERVER_ID]: ['server.view', 'server.view.feed', 'server.stats.reset-player'] },
      }),
    ])
    .put('places', [])
    .answer('personStatistics', () =>
      ok({ ...statistics, ...(kills === 0 && { kills, deaths: 0, hits_given: 0, hits_taken: 0 }) }),
    )
    .answer('playerStatisticsReset', () => {
      kills = 0;
      return ok({ status: true as const });
    });
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}?on=${SERVER_ID}`);
  const panel = page.getByRole('region', { name: 'Statistics' });
  await userEvent.click(panel.getByRole('button', { name: 'Reset' }));
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/cannot be undone/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Reset' }));
  await expect.element(panel.getByText(/No kill, death or hit/)).toBeVisible();
  expect(on.inputs('playerStatisticsReset')).toMatchObject([
    { params: { server_id: SERVER_ID, muster_id: ANN } },
  ]);
});

it('a profile says what Steam said, of which moment, and why it says nothing newer', async () => {
  const account = steam.accounts[0]!;
  const on = connection()
    .put('places', [])
    .answer('personSteam', () =>
      ok({
        ...steam,
        trouble: { kind: 'rate-limited' as const, since: NOON },
        accounts: [
          account,
          { steam_id: '76561198000000001', told: null },
          {
            steam_id: '76561198000000002',
            told: {
              ...account.told!,
              state: 'private' as const,
              created_at: null,
              vac_bans: 0,
              days_since_ban: null,
            },
          },
        ],
      }),
    );
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  await expect.element(page.getByText('account since Jul 14, 2017')).toBeVisible();
  await expect.element(page.getByText('1 VAC ban', { exact: true })).toBeVisible();
  await expect.element(page.getByText('last ban 40 days before')).toBeVisible();
  await expect.element(page.getByText(/^as of .*2026/).first()).toBeVisible();
  await expect.element(page.getByText(/Steam has refused to answer since/)).toBeVisible();
  await expect.element(page.getByText(/Steam has not been asked yet/)).toBeVisible();
  await expect.element(page.getByText('private profile')).toBeVisible();
  await expect.element(page.getByText('no bans')).toBeVisible();
  leave();
  const off = connection()
    .put('places', [])
    .answer('personSteam', () => ok({ on: false, trouble: null, accounts: [] }));
  leave = draw(<ProfilePage asked={ANN} />, off, `/profile/${ANN}`);
  await expect.element(page.getByText(/has set no key for Steam/)).toBeVisible();
});

it('one’s own profile turns private mode on, where the plan opens it', async () => {
  let isPrivate = false;
  const own = { display_name: 'Ann', titles: [], notice: null };
  const on = connection()
    .put('places', [])
    .answer('personProfile', () => ok({ ...profile, account: { ...own, private: isPrivate } }))
    .answer('privateSet', () => {
      isPrivate = true;
      return ok({ private: true });
    });
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  await userEvent.click(page.getByRole('button', { name: 'Turn on' }));
  await expect.element(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  expect(on.inputs('privateSet')).toMatchObject([{ body: { private: true } }]);
  leave();
  const free = connection()
    .put('places', [])
    .answer('personProfile', () =>
      ok({
        ...profile,
        account: { ...own, private: false },
        opens: { ...profile.opens, private: false },
      }),
    );
  leave = draw(<ProfilePage asked={ANN} />, free, `/profile/${ANN}`);
  await expect
    .element(page.getByRole('button', { name: 'Turn on' }))
    .toHaveAttribute('aria-disabled', 'true');
});

it('a profile says live where they are', async () => {
  const there = playerView({ id: 'e'.repeat(24), muster_id: ANN, name: 'Ann' });
  const on = connection().put('places', [there]);
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  const list = page.getByRole('list', { name: 'On now' });
  await expect.element(list.getByText(/online|unauthorized/).first()).toBeVisible();
});

it('a profile of whom one may not see says what one can do', async () => {
  const on = connection().answer('personProfile', () => failed(problem('not-found', 404)));
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  await expect.element(page.getByRole('heading', { name: 'Unknown player' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Find a player' })).toBeVisible();
});

it.each([1_440, 768, 390])(
  'a profile with names from hell is no wider than %i px',
  async (width) => {
    await page.viewport(width, 800);
    const named = { ...profile.servers[0]!, names: [{ name: HELL, last: NOON }] };
    const reason = 'W'.repeat(40);
    const on = reads()
      .answer('personProfile', () => ok({ ...profile, servers: [named] }))
      .answer('personBans', () =>
        ok({ bans: [{ ban: banRow({ reason }), banlist: 'Griefers', in_force: true }], more: 0 }),
      );
    leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
    await expect.element(page.getByText('kicked by an admin')).toBeVisible();
    await expect.element(page.getByRole('link', { name: reason })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);
