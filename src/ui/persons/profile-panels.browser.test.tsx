/** The parts of a profile that are asked for, or drawn, by themselves. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { CallAnswer } from '../../worker/contract.ts';
import { playerQuestion } from '../actions/player-question.ts';
import { draw } from '../app/doubles.tsx';
import { banQuestion } from '../bans/ban-question.ts';
import { LIST_ID } from '../bans/known/doubles.ts';
import { holdClock } from '../data/clock.ts';
import { accountRow, playerView, SERVER_ID, serverRow } from '../data/doubles.ts';
import { entryQuestion } from '../entries/entry-question.ts';
import { startTexts } from '../text/i18n.ts';
import { ANN, connection, HELL, NOON, ok, profile, sessions, steam } from './doubles.ts';
import { ProfilePage } from './profile-page.tsx';

const SECOND = 'f'.repeat(24);

let leave: (() => void) | undefined;
beforeAll(startTexts);
beforeEach(() => page.viewport(1_200, 800));
afterEach(() => {
  leave?.();
  holdClock(null);
  playerQuestion.value = null;
  banQuestion.value = null;
  entryQuestion.value = null;
});

const open = (on: ReturnType<typeof connection>, query = '') => {
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}${query}`);
};

const trace = { server_id: SERVER_ID, uses: 3, first: NOON - 86_400_000, last: NOON };
const traces: CallAnswer<'personTraces'> = {
  traces: [
    { ...trace, kind: 'ipv4', value: '192.0.2.7' },
    { ...trace, kind: 'name', value: HELL, uses: 1 },
    { ...trace, kind: 'steam_id', value: '76561198054374215' },
  ],
  more: true,
};

it('traces are shown, filtered, and say that older ones are not', async () => {
  const on = connection()
    .put('places', [])
    .answer('personTraces', () => ok(traces));
  open(on);
  const panel = page.getByRole('region', { name: 'Traces' });
  await expect
    .element(
      panel.getByRole('row', { name: /^IPv4 address 192\.0\.2\.7 3 Dec 31.*2025.* Jan 1.*2026/ }),
    )
    .toBeVisible();
  await expect.element(panel.getByText('Older ones are not shown.')).toBeVisible();
  await panel.getByRole('searchbox', { name: 'Filter' }).fill('192.');
  await expect.element(panel.getByText('76561198054374215')).not.toBeInTheDocument();
  expect(panel.getByRole('row').elements()).toHaveLength(2);
  await panel.getByRole('searchbox', { name: 'Filter' }).fill('nobody');
  await expect.element(panel.getByText('No line matches.')).toBeVisible();
});

it('traces say that the plan does not open them, and are not there for whoever sees no identity', async () => {
  const on = connection()
    .put('places', [])
    .answer('personProfile', () => ok({ ...profile, opens: { ...profile.opens, traces: false } }));
  open(on);
  const panel = page.getByRole('region', { name: 'Traces' });
  await expect.element(panel.getByText(/Your plan does not include this/)).toBeVisible();
  expect(panel.getByRole('button').elements()).toEqual([]);
  leave?.();
  const hidden = profile.servers.map((server) => ({ ...server, identities: null }));
  open(
    connection()
      .put('places', [])
      .answer('personProfile', () => ok({ ...profile, servers: hidden })),
  );
  await expect.element(page.getByRole('heading', { name: 'Ann', level: 1 })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Traces' })).not.toBeInTheDocument();
});

it('what every server noted is on the first page, and leads to where it is changed', async () => {
  const note = {
    id: '1'.repeat(24),
    server_id: SECOND,
    player_id: ANN,
    player_name: 'Ann',
    comment: 'Builds at the airfield',
    issuer_id: ANN,
    issuer_name: 'Boss',
    created: NOON,
    edited: null,
  };
  const on = connection()
    .put('places', [])
    .answer('personNotes', () => ok({ notes: [note], more: 2 }));
  open(on);
  const notes = page.getByRole('list', { name: 'Notes' });
  await expect.element(notes.getByText('Builds at the airfield')).toBeVisible();
  await expect.element(notes.getByText('Boss')).toBeVisible();
  await expect
    .element(notes.getByRole('link'))
    .toHaveAttribute('href', `/profile/${ANN}?on=${SECOND}`);
  expect(notes.getByRole('button').elements()).toEqual([]);
  await expect.element(page.getByText('2 older notes are on the servers’ tabs.')).toBeVisible();
  expect(on.inputs('personNotes')).toEqual([{ params: { muster_id: ANN } }]);
});

it('what is noted or changed while a profile is open is on its first page', async () => {
  const note = {
    id: '1'.repeat(24),
    server_id: SERVER_ID,
    player_id: ANN,
    player_name: 'Ann',
    comment: 'Builds at the airfield',
    issuer_id: ANN,
    issuer_name: 'Boss',
    created: NOON,
    edited: null,
  };
  let kept: readonly (typeof note)[] = [];
  const on = connection()
    .put('places', [])
    .answer('personNotes', () => ok({ notes: [...kept], more: 0 }));
  const tells = (rows: readonly (typeof note)[]) => {
    kept = rows;
    on.tell('notes', rows);
  };
  open(on);
  await expect.element(page.getByText(/^No notes on the servers/)).toBeVisible();
  expect(on.followed).toContainEqual(
    expect.objectContaining({ view: 'rows', resource: 'notes', server_id: SERVER_ID }),
  );
  tells([note]);
  const notes = page.getByRole('list', { name: 'Notes' });
  const wait = { timeout: 15_000 };
  await expect.element(notes.getByText('Builds at the airfield'), wait).toBeVisible();
  tells([{ ...note, comment: 'Left the airfield' }]);
  await expect.element(notes.getByText('Left the airfield'), wait).toBeVisible();
});

it('says that nobody noted anything, asks again after a failure, and asks nothing for who reads no notes', async () => {
  let isDown = true;
  const on = connection()
    .put('places', [])
    .answer('personNotes', () =>
      isDown ? { ok: false, error: { kind: 'unreachable' } } : ok({ notes: [], more: 0 }),
    );
  open(on);
  const who = page.getByRole('region', { name: 'Who this is' });
  await expect.element(who.getByRole('alert')).toBeVisible();
  isDown = false;
  await userEvent.click(who.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByText(/^No notes on the servers/)).toBeVisible();
  leave?.();
  const blind = connection()
    .put('account', [accountRow({ servers: { [SERVER_ID]: ['server.view'] } })])
    .put('places', []);
  open(blind);
  await expect.element(page.getByRole('region', { name: 'Who this is' })).toBeVisible();
  expect(page.getByRole('heading', { name: 'Notes' }).elements()).toEqual([]);
  expect(blind.inputs('personNotes')).toEqual([]);
});

it('a stay that a job ended with everybody else says so, with its reason', async () => {
  const [stay] = sessions.sessions;
  const by = (id: string, job: string) => ({
    ...stay!,
    id: id.repeat(24),
    kick: { ...stay!.kick!, reason: 'Back at six.', job },
  });
  const rows = [by('1', 'Nightly'), by('2', '')];
  open(
    connection()
      .put('places', [])
      .answer('personSessions', () => ok({ sessions: rows, next: null })),
  );
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect.element(row(/kicked by schedule “.?Nightly.?”: Back at six\./)).toBeVisible();
  await expect.element(row(/kicked by a schedule: Back at six\./)).toBeVisible();
});

it('the time line has a lane for each server, and a bar for each stay as long as it was', async () => {
  const [stay] = sessions.sessions;
  const [now, hour] = [Date.now(), 3_600_000];
  const of = (id: string, server_id: string, from: number, until: number) => ({
    ...stay!,
    id: id.repeat(24),
    server_id,
    joined_at: now - from * hour,
    until: now - until * hour,
  });
  const stays = [of('1', SERVER_ID, 4, 3), of('2', SECOND, 8, 4), of('3', SERVER_ID, 10, 8)];
  const on = connection()
    .put('places', [])
    .answer('personSessions', () => ok({ sessions: stays, next: null }));
  open(on);
  const line = page.getByRole('img', { name: 'Stays on each server' });
  await expect.element(line).toBeVisible();
  const lanes = line.element().querySelectorAll('.person-track');
  const bars = [...lanes].map((lane) =>
    [...lane.querySelectorAll<HTMLElement>('.person-bar')].map((bar) => [
      Number.parseFloat(bar.style.left),
      Number.parseFloat(bar.style.width),
    ]),
  );
  expect(bars.map((lane) => lane.length)).toEqual([2, 1]);
  const [[late, first] = [], [other] = []] = bars;
  // The first began with the line, and took twice as long as the last.
  expect(first?.[0]).toBe(0);
  expect(first![1]! / late![1]!).toBeCloseTo(2, 1);
  expect(other![0]).toBeGreaterThan(first![0]!);
  expect(other![0]).toBeLessThan(late![0]!);
});

const RIGHTS = [
  'server.view',
  'server.view.feed',
  'server.notes.view',
  'server.notes.edit',
  'server.action.message-private',
  'server.action.kick',
] as const;

const HERE = 'e'.repeat(24);
const THERE = '7'.repeat(24);
it.each([
  ['Message', 1, playerQuestion, THERE],
  ['Kick', 0, playerQuestion, HERE],
  ['Ban', 1, banQuestion, THERE],
  ['Add to a bucket', 0, entryQuestion, HERE],
] as const)(
  'somebody who is on two servers is asked about on the one that was meant: %s',
  async (name, which, question, id) => {
    open(onTwo());
    const buttons = page.getByRole('button', { name, exact: true });
    await expect.element(buttons.nth(1)).toBeVisible();
    await userEvent.click(buttons.nth(which));
    expect(question.value).toMatchObject({ player: { id, muster_id: ANN, name: 'Ann' } });
  },
);

it('which server the buttons are of stands nearer to them than to those above', async () => {
  open(onTwo());
  const kicks = page.getByRole('button', { name: 'Kick', exact: true });
  await expect.element(kicks.nth(1)).toBeVisible();
  const [above, below] = kicks.elements().map((one) => one.getBoundingClientRect());
  const groups = [...document.querySelectorAll('.person-deeds > p')];
  const name = groups.at(-1)!.getBoundingClientRect();
  expect(below!.top - name.bottom).toBeLessThan(name.top - above!.bottom);
});

it('whoever has left is acted on where they were last, of the servers that may be opened', async () => {
  const [one] = profile.servers;
  const later = { ...one!, server_id: SECOND, last_seen: NOON + 1 };
  const on = onTwo()
    .put('places', [])
    .put(
      'server',
      [serverRow()],
      (query) => query.view === 'server' && query.server_id === SERVER_ID,
    )
    .answer('personProfile', () => ok({ ...profile, servers: [later, one!] }));
  open(on);
  const ban = page.getByRole('button', { name: 'Ban', exact: true });
  await expect.element(ban).toBeVisible();
  expect(ban.elements()).toHaveLength(1);
  await userEvent.click(ban);
  expect(banQuestion.value).toEqual({
    serverId: SERVER_ID,
    player: { id: null, muster_id: ANN, name: 'Ann' },
  });
});

it('a note is written on the server that was meant', async () => {
  open(onTwo());
  const buttons = page.getByRole('button', { name: 'Write a note' });
  await expect.element(buttons.nth(1)).toBeVisible();
  await userEvent.click(buttons.nth(1));
  await expect.element(page.getByRole('region', { name: 'On this server' })).toBeVisible();
  await expect.element(buttons).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Write a note' })).toHaveFocus();
});

it.each([
  ['over all servers', ''],
  ['on the one where they were', `?on=${SERVER_ID}`],
])('why somebody left is shown although it is told after that they did, %s', async (_, search) => {
  const [stay] = sessions.sessions;
  const [there] = profile.servers;
  const here = { id: HERE, joined_at: NOON, joined_before: false, state: 'online' as const };
  const now = {
    is: here as typeof here | null,
    stay: { ...stay!, ended: 'here' as 'here' | 'left' | 'kicked' },
  };
  const on = connection()
    .put('account', [accountRow()])
    .put('places', [playerView({ id: HERE, muster_id: ANN })])
    .answer('personProfile', () => ok({ ...profile, servers: [{ ...there!, here: now.is }] }))
    .answer('personSessions', () => ok({ sessions: [{ ...now.stay, kick: null }], next: null }));
  open(on, search);
  await expect.element(page.getByText('still on', { exact: true })).toBeVisible();
  Object.assign(now, { is: null, stay: { ...now.stay, ended: 'left' } });
  on.put('places', []);
  await expect.element(page.getByText('left', { exact: true })).toBeVisible();
  now.stay.ended = 'kicked';
  await expect.element(page.getByText('kicked', { exact: true })).toBeVisible();
});

it('a stay that goes on has lasted until now', async () => {
  holdClock(NOON);
  const [stay] = sessions.sessions;
  const here = { ...stay!, joined_at: NOON - 7_200_000, until: null, ended: 'here' as const };
  open(
    connection()
      .put('account', [accountRow()])
      .put('places', [])
      .answer('personSessions', () => ok({ sessions: [{ ...here, kick: null }], next: null })),
    '',
  );
  await expect.element(page.getByRole('cell', { name: '2 hr', exact: true })).toBeVisible();
});

/** Ann is on two servers, and whoever looks may do everything there. */
function onTwo() {
  return connection()
    .put('account', [
      accountRow({
        servers: { [SERVER_ID]: [...RIGHTS], [SECOND]: [...RIGHTS] },
        ban_lists: { [LIST_ID]: ['banlist.list', 'banlist.add-permanent'] },
        buckets: { ['9'.repeat(24)]: ['bucket.view', 'bucket.add'] },
      }),
    ])
    .put('places', [
      playerView({ id: HERE, muster_id: ANN }),
      playerView({ id: THERE, muster_id: ANN, server_id: SECOND }),
    ])
    .answer('personProfile', () => {
      const [one] = profile.servers;
      return ok({ ...profile, servers: [one!, { ...one!, server_id: SECOND }] });
    });
}

it.each([
  ['deleted', 'no such account: it was deleted, or never was'],
  ['private', 'private profile'],
] as const)('says of a Steam account that is %s what Steam said', async (state, said) => {
  const [account] = steam.accounts;
  const told = { ...account!.told!, state, created_at: null, vac_bans: 0, days_since_ban: null };
  const accounts = [{ steam_id: account!.steam_id, told }];
  const on = connection()
    .put('places', [])
    .answer('personSteam', () => ok({ ...steam, accounts }));
  open(on);
  await expect.element(page.getByText(said)).toBeVisible();
});

it.each([
  ['maintenance', /^Steam has not answered since .*2026.*maintenance/],
  ['refused', /^Steam has refused the key since .*2026/],
  ['rate-limited', /^Steam has refused to answer since .*2026/],
] as const)('says since when Steam is in trouble: %s', async (kind, said) => {
  const on = connection()
    .put('places', [])
    .answer('personSteam', () => ok({ ...steam, trouble: { kind, since: NOON } }));
  open(on);
  await expect.element(page.getByText(said)).toBeVisible();
});

it.each([
  ['banned', 'This account is banned.'],
  ['terminated', 'This account is closed.'],
  ['disabled', 'This account is disabled.'],
] as const)('says of an account that is %s that it is', async (notice, said) => {
  const account = { display_name: 'Ann', titles: [], notice, private: null };
  const on = connection()
    .put('places', [])
    .answer('personProfile', () => ok({ ...profile, account }));
  open(on);
  await expect.element(page.getByText(said)).toBeVisible();
});

it('says of each part that the plan does not open it, and asks for none of them', async () => {
  const opens = { sessions: false, traces: false, alternates: false, private: false };
  const on = connection()
    .put('places', [])
    .answer('personProfile', () => ok({ ...profile, opens }));
  open(on);
  for (const name of ['Where and when', 'May be the same person', 'Traces']) {
    const part = page.getByRole('region', { name });
    await expect.element(part.getByText(/^Your plan does not include this\./)).toBeVisible();
  }
  // What is no matter of plans is there.
  await expect.element(page.getByText('Kills per death')).toBeVisible();
  for (const call of ['personSessions', 'personAlternates', 'personTraces', 'personAntiCheat']) {
    expect(on.inputs(call as never)).toEqual([]);
  }
});
