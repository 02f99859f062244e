import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { CallAnswer, CommandError } from '../../worker/contract.ts';
import { playerQuestion } from '../actions/player-question.ts';
import { draw } from '../app/doubles.tsx';
import { banRow, LIST_ID } from '../bans/known/doubles.ts';
import { accountRow, FakeConnection, playerView, SERVER_ID, serverRow } from '../data/doubles.ts';
import { TopSearch } from '../shell/frame/top-search.tsx';
import { startTexts } from '../text/i18n.ts';
import { ProfilePage } from './profile-page.tsx';
import { SearchPage } from './search-page.tsx';

const ANN = 'b'.repeat(24);
const OTHER = 'c'.repeat(24);
const NOON = Date.UTC(2026, 0, 1, 12);
const HELL = `${'W'.repeat(60)} ‮evil‬ Z̸̢̛a̷l̶g̵o 💀`;
let leave: (() => void) | undefined;
beforeAll(startTexts);
beforeEach(() => page.viewport(1_200, 800));
afterEach(() => leave?.());

const ok = <T,>(value: T) => ({ ok: true as const, value });
const failed = (error: CommandError) => ({ ok: false as const, error });
const problem = (code: 'not-found' | 'rate-limited', status: number): CommandError => ({
  kind: 'problem',
  problem: { type: `urn:muster:problem:${code}`, title: code, status, code, detail: code },
});

const profile: CallAnswer<'personProfile'> = {
  muster_id: ANN,
  ids: [ANN],
  account: null,
  servers: [
    {
      server_id: SERVER_ID,
      here: null,
      first_seen: { at: NOON - 86_400_000, before: false },
      last_seen: NOON,
      names: [
        { name: 'Ann', last: NOON },
        { name: HELL, last: NOON - 1 },
      ],
      counted: { playtime: 7_200, stays: 3 },
      identities: [{ kind: 'steam_id', value: '76561198054374215', last: NOON }],
    },
  ],
  opens: { sessions: true, traces: true, alternates: true },
};
const sessions: CallAnswer<'personSessions'> = {
  sessions: [
    {
      id: 'd'.repeat(24),
      server_id: SERVER_ID,
      muster_id: ANN,
      name: 'Ann',
      joined_at: NOON - 3_600_000,
      joined_before: false,
      until: NOON,
      ended: 'kicked',
      verified: false,
      kick: { by: 'admin-kick', reason: 'ramming' },
    },
  ],
  next: null,
};
const statistics: CallAnswer<'personStatistics'> = {
  since: NOON,
  incomplete: false,
  told: ['deaths', 'hits'],
  kills: 12,
  deaths: 5,
  suicides: 1,
  infected_deaths: 2,
  environment_deaths: 1,
  hits_given: 40,
  hits_taken: 33,
  weapons: [
    { weapon: 'Mosin 91/30', kills: 9, hits: 20, longest_kill: 612.4, longest_hit: 700 },
    { weapon: HELL, kills: 2, hits: 1, longest_kill: null, longest_hit: null },
    { weapon: '', kills: 1, hits: 0, longest_kill: null, longest_hit: null },
  ],
  zones: [
    { zone: 'Torso', given: 20, taken: 11 },
    { zone: 'LeftArm', given: 4, taken: 9 },
    { zone: HELL, given: 0, taken: 1 },
  ],
};
const alternates: CallAnswer<'personAlternates'> = {
  alternates: [
    {
      muster_id: OTHER,
      name: HELL,
      last_seen: NOON,
      score: 45,
      evidence: [{ kind: 'same-address', weight: 45, count: 1 }],
    },
  ],
  addresses: true,
};
const hit = (n: number): CallAnswer<'playerSearch'>['people'][number] => ({
  muster_id: n.toString(16).padStart(24, '0'),
  name: `Ann ${n}`,
  found: { by: 'name', value: `Ann ${n}` },
  last_seen: NOON,
  here: null,
  servers: 1,
});

function connection() {
  return new FakeConnection()
    .put('account', [accountRow()])
    .put('server', [serverRow()])
    .answer('personProfile', () => ok(profile))
    .answer('personSessions', () => ok(sessions))
    .answer('personStatistics', () => ok(statistics))
    .answer('personAlternates', () => ok(alternates));
}

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

it('a profile says over all servers on which lists somebody is banned', async () => {
  const on = connection()
    .put('account', [accountRow({ ban_lists: { [LIST_ID]: ['banlist.list'] } })])
    .put('places', [])
    .answer('personBans', () =>
      ok({ bans: [{ ban: banRow(), banlist: 'Griefers', in_force: true }], more: 0 }),
    );
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  await expect.element(page.getByRole('link', { name: 'Wall glitching' })).toBeVisible();
  await expect.element(page.getByText(/Griefers/)).toBeVisible();
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

it('what is no id leads to the one whom it means, and else to the dashboard', async () => {
  const on = connection().answer('userResolve', () => ok({ muster_id: OTHER }));
  leave = draw(<ProfilePage asked="Ann" />, on, '/profile/Ann');
  await expect.poll(() => location.pathname).toBe(`/profile/${OTHER}`);
  leave();
  const none = connection().answer('userResolve', () => failed(problem('not-found', 404)));
  leave = draw(<ProfilePage asked="Nobody" />, none, '/profile/Nobody');
  await expect.poll(() => location.pathname).toBe('/dashboard');
});

it('a search shows its pages one behind the other', async () => {
  const on = connection().answer('playerSearch', (input) =>
    input.query?.after === undefined
      ? ok({ people: [hit(1), hit(2)], next: `1.5.${ANN}` })
      : ok({ people: [hit(2), hit(3)], next: null }),
  );
  leave = draw(<SearchPage />, on, '/search?q=ann');
  await expect.element(page.getByText('2 people so far')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Show more' }));
  await expect.element(page.getByText('3 people', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Ann 3' })).toBeVisible();
});

it('a search says what is too short, that nobody is found, and that the host does not answer', async () => {
  const on = connection().answer('playerSearch', (input) =>
    input.query?.text === 'gone' ? failed({ kind: 'unreachable' }) : ok({ people: [], next: null }),
  );
  leave = draw(<SearchPage />, on, '/search');
  const field = page.getByRole('searchbox');
  await userEvent.fill(field, 'a');
  await expect.element(page.getByText('Type at least 2 characters.')).toBeVisible();
  await userEvent.fill(field, 'nobody');
  await expect.element(page.getByText(/Nobody whom you may see/)).toBeVisible();
  await userEvent.fill(field, 'gone');
  await expect.element(page.getByRole('alert')).toBeVisible();
});

it('the search of the top bar opens a table of 10 on a page, to be filtered and sorted', async () => {
  const results = Array.from({ length: 12 }, (_, n) => ({
    user: { muster_id: n.toString(16).padStart(24, '0'), avatar: null, display_name: `Ann ${n}` },
    identifier: `name ${n}`,
  }));
  const on = connection().answer('globalQuery', () => ok({ status: true, results }));
  leave = draw(<TopSearch />, on, '/dashboard');
  await userEvent.fill(page.getByRole('searchbox'), 'ann');
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Page 1 of 2')).toBeVisible();
  await expect.poll(() => dialog.getByRole('link').elements().length).toBe(10);
  await userEvent.click(dialog.getByRole('button', { name: 'Next page' }));
  await expect.poll(() => dialog.getByRole('link').elements().length).toBe(2);
  await userEvent.fill(dialog.getByRole('searchbox'), 'name 11');
  await expect.poll(() => dialog.getByRole('link').elements().length).toBe(1);
  await userEvent.fill(dialog.getByRole('searchbox'), '');
  const head = dialog.getByRole('button', { name: 'Muster id' });
  await userEvent.click(head);
  await userEvent.click(head);
  await expect.element(dialog.getByRole('link').first()).toHaveTextContent('Ann 11');
});

it('the search of the top bar marks the field where nobody is found, and warns of too many', async () => {
  let answers = 0;
  const on = connection().answer('globalQuery', () => {
    answers += 1;
    return answers === 1
      ? ok({ status: false, results: [] })
      : failed(answers === 2 ? problem('rate-limited', 429) : { kind: 'unreachable' });
  });
  leave = draw(<TopSearch />, on, '/dashboard');
  const field = page.getByRole('searchbox');
  await userEvent.fill(field, 'nobody');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Too many searches. Wait a moment.')).toBeVisible();
  await expect.element(field).toHaveAttribute('aria-invalid', 'false');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The search did not work. Try again.')).toBeVisible();
});

it.each([1_440, 768, 390])(
  'a profile with names from hell is no wider than %i px',
  async (width) => {
    await page.viewport(width, 800);
    const named = { ...profile.servers[0]!, names: [{ name: HELL, last: NOON }] };
    const on = connection()
      .put('places', [])
      .answer('personProfile', () => ok({ ...profile, servers: [named] }));
    leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
    await expect.element(page.getByText('kicked by an admin')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);
