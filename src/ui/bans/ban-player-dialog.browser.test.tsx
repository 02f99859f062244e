import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { to } from '../../domain/routes/routes.ts';
import type { AccountRow } from '../../domain/rows.ts';
import { banQuestion } from './ban-question.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { banConnection, banListRow, banRow, id, LIST_ID } from './known/doubles.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  banQuestion.value = null;
  sessionStorage.clear();
});

const DONE = { ok: true, value: { position: 2 } } as const;
const OTHER = id('5');
const other = banListRow({ id: OTHER, identifier: 'All of us', servers: 0, bans: 0 });
const MUSTER_ID = id('c');

/** Asks to ban Bert, who is on a server that obeys the list as its primary one. */
function open(
  account: Partial<AccountRow> = {},
  musterId: string | null = MUSTER_ID,
  list = banListRow(),
) {
  const since = 0;
  const connection = banConnection(list)
    .put('account', [accountRow({ ban_lists: { [LIST_ID]: [...list.permissions] }, ...account })])
    .put('feed', [])
    .tell('banLists', [other, list])
    .tell('serverBanLists', [
      {
        id: LIST_ID,
        server_id: SERVER_ID,
        identifier: 'Griefers',
        follows: [],
        primary: true,
        bans: 2,
        since,
      },
    ])
    .tell('banListServers', [
      {
        id: SERVER_ID,
        server_id: null,
        banlist_id: LIST_ID,
        identifier: 'Chernarus 1',
        game: 1,
        primary: true,
        since,
      },
    ])
    .answer('banCreate', () => DONE)
    .answer('banStatus', () => DONE);
  leave = draw(<main id="content" />, connection, '/dashboard');
  banQuestion.value = {
    serverId: SERVER_ID,
    player: { id: id('d'), muster_id: musterId, name: 'Bert' },
  };
  return connection;
}

it('says on which servers of the list the ban waits, and no more once they are back', async () => {
  const connection = open();
  await expect.element(page.getByText(/Kept out of 1 server/)).toBeVisible();
  const away = { state: { ...serverRow().state, state: 'DISCONNECTED', offline: true } } as const;
  // The second is of another list.
  connection.put('servers', [serverRow(away), serverRow({ ...away, id: id('9') })]);
  await expect.element(page.getByText(/^Waiting on .*Chernarus 1.*, which is away/)).toBeVisible();
  connection.put('servers', []);
  await expect.element(page.getByText(/Waiting on/)).not.toBeInTheDocument();
  const states = ['offline', 'error', 'connecting', 'starting', 'deploying', 'restricted'];
  expect(connection.followed).toContainEqual(expect.objectContaining({ filter: { states } }));
});

it('bans by a reason and Enter on the primary list of the server, and takes it back', async () => {
  const connection = open();
  const reason = page.getByLabelText('Reason');
  await expect.element(reason).toHaveFocus();
  await expect.element(page.getByText(/Kept out of 1 server: .*Chernarus 1/)).toBeVisible();
  await userEvent.keyboard('Griefing{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const [{ body }] = connection.inputs('banCreate') as [{ body: { ban_id: string } }];
  expect(connection.inputs('banCreate')).toEqual([
    {
      params: { banlist_id: LIST_ID },
      body: {
        ban_id: body.ban_id,
        who: { kind: 'person', muster_id: MUSTER_ID, addresses: false },
        reason: 'Griefing',
        description: '',
        minutes: null,
      },
    },
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => connection.inputs('banStatus'))
    .toEqual([
      {
        params: { banlist_id: LIST_ID, ban_id: body.ban_id },
        body: { status: 'REVOKED', was: 'ACTIVE' },
      },
    ]);
});

it('says of whom is banned already by what, and leads there', async () => {
  const of = { id: id('8'), reason: 'Racism in chat', status: 'ACTIVE' } as const;
  const bans = [
    { ban: banRow({ ...of, banlist_id: OTHER }), banlist: 'All of us', in_force: true },
    { ban: banRow({ id: id('9'), status: 'REVOKED' }), banlist: 'Griefers', in_force: false },
  ];
  const connection = open().answer('personBans', () => ({ ok: true, value: { bans, more: 0 } }));
  const known = page.getByRole('region', { name: /^They are banned already\. You can change/ });
  await expect
    .poll(() => known.element().textContent)
    .toMatch(/Racism in chat All of us · for good/);
  expect(known.getByRole('listitem').elements()).toHaveLength(1);
  expect(connection.inputs('personBans')).toEqual([{ params: { muster_id: MUSTER_ID } }]);
  const link = known.getByRole('link', { name: 'Open that ban' });
  await expect.element(link).toHaveAttribute('href', to.ban(OTHER, id('8')));
  await link.click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('names three bans that keep them out already, and how many more there are', async () => {
  const until = Date.UTC(2090, 0, 2);
  const bans = ['1', '2', '3', '4', '5'].map((digit) => ({
    ban: banRow({ id: id(digit), reason: `Reason ${digit}`, until }),
    banlist: 'Griefers',
    in_force: true,
  }));
  open().answer('personBans', () => ({ ok: true, value: { bans, more: 0 } }));
  const known = page.getByRole('region', { name: /^They are banned already, 5 times\./ });
  await expect.element(known.getByText('and 2 more')).toBeVisible();
  expect(known.getByRole('listitem').elements()).toHaveLength(3);
  await expect.poll(() => known.element().textContent).toMatch(/Reason 1 Griefers · .*2090/);
});

it('asks nothing of bans for whoever reads those of no list', async () => {
  const list = banListRow({ permissions: ['banlist.view', 'banlist.add-permanent'] });
  const connection = open({}, MUSTER_ID, list);
  await userEvent.type(page.getByLabelText('Reason'), 'Griefing{Enter}');
  await expect.poll(() => connection.inputs('banCreate')).toHaveLength(1);
  expect(connection.inputs('personBans')).toEqual([]);
});

it('says where the ban that is taken back was not the only one', async () => {
  const also = [{ ban: banRow({ reason: 'Racism in chat' }), banlist: 'All of us' }];
  const may = { edit: true, remove: true, enforce: true };
  open().answer('banRead', () => ({
    ok: true,
    value: { ban: banRow(), profile: false, addresses: null, evidence: [], also, may },
  }));
  await page.getByLabelText('Reason').fill('Griefing');
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .element(
      page.getByText(/^Revoked\. They are still banned by .*Racism in chat.* on .*All of us/),
    )
    .toBeVisible();
});

it('offers to take it back to those alone who may end their own bans', async () => {
  const adds = ['banlist.view', 'banlist.add-permanent'] as const;
  const ban = async () => {
    await page.getByLabelText('Reason').fill('Griefing');
    await page.getByRole('button', { name: 'Ban', exact: true }).click();
    await expect.element(page.getByText(/is banned\./).last()).toBeVisible();
  };
  open({}, MUSTER_ID, banListRow({ permissions: [...adds] }));
  await ban();
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  leave?.();
  open({}, MUSTER_ID, banListRow({ permissions: [...adds, 'banlist.remove-own'] }));
  await ban();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

it('says of another list that it keeps nobody out here, and bans on it for a week', async () => {
  const connection = open();
  await page.getByLabelText('Ban list').selectOptions(OTHER);
  await expect.element(page.getByText(/No server obeys this list/)).toBeVisible();
  await page.getByLabelText('For how long').selectOptions('7 days');
  await page.getByRole('checkbox', { name: 'Ban their addresses too' }).click();
  await page.getByLabelText('Reason').fill('Griefing');
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect
    .poll(() => connection.inputs('banCreate'))
    .toMatchObject([
      { params: { banlist_id: OTHER }, body: { who: { addresses: true }, minutes: 7 * 1_440 } },
    ]);
});

it('bans nobody whom the game has not said yet', async () => {
  open({}, null);
  await expect.element(page.getByText(/The game has not said yet who this is/)).toBeVisible();
  await expect.element(page.getByLabelText('Reason')).not.toBeInTheDocument();
});

it('offers no addresses to whoever may not see them', async () => {
  open({ servers: { [SERVER_ID]: ['server.view'] } });
  await expect.element(page.getByLabelText('Reason')).toBeVisible();
  await expect
    .element(page.getByRole('checkbox', { name: 'Ban their addresses too' }))
    .not.toBeInTheDocument();
});
