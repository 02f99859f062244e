import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { refusal, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { banConnection, banListRow, banRow, id, LIST_ID } from '../bans/known/doubles.ts';
import { BanListPage } from './list-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const DONE = { ok: true, value: { position: 2 } } as const;

function open(connection = banConnection(), search = '?tab=bans') {
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}${search}`);
  return connection;
}

/** What the host says of a ban to whoever may do everything with it. */
function read(change: Parameters<typeof banRow>[0] = {}, profile = true) {
  const may = { edit: true, remove: true, enforce: true };
  return {
    ok: true as const,
    value: { ban: banRow(change), profile, addresses: null, evidence: [], also: [], may },
  };
}

it('shows whom it keeps out, why, by whom and until when, and tells over from in force', async () => {
  open(
    banConnection(banListRow(), [
      banRow(),
      banRow({ id: id('2'), name: '', steam_id: null, address: '203.0.*.*', kind: 'address' }),
      banRow({ id: id('3'), name: 'Cyd', until: Date.UTC(2026, 0, 2) }),
      banRow({ id: id('4'), name: 'Dan', status: 'REVOKED' }),
    ]),
  );
  const rows = page.getByRole('row');
  await expect
    .poll(() => rows.nth(1).element().textContent)
    .toMatch(/Bert.*76561198000000001.*in force.*Wall glitching.*for good/);
  await expect.poll(() => rows.nth(2).element().textContent).toMatch(/203\.0\.\*\.\*/);
  await expect.poll(() => rows.nth(3).element().textContent).toMatch(/Cyd.*over/);
  await expect.poll(() => rows.nth(4).element().textContent).toMatch(/Dan.*revoked/);
});

it('narrows the list down to a player or an admin by a press on them, and back', async () => {
  const [who, by] = [id('7'), id('8')];
  open(
    banConnection(banListRow(), [
      banRow({ person_id: who, issuer_id: by, issuer_name: 'Cora' }),
      banRow({ id: id('2'), name: 'Cyd', person_id: null, issuer_id: null }),
    ]),
  );
  await page.getByRole('button', { name: /^Show only .?Bert/ }).click();
  await expect.poll(() => location.search).toBe(`?tab=bans&who=${who}`);
  await page.getByRole('button', { name: /^Show only those by .?Cora/ }).click();
  await expect.poll(() => location.search).toBe(`?tab=bans&who=${who}&by=${by}`);
  await page.getByRole('button', { name: 'Only this player' }).click();
  await page.getByRole('button', { name: 'Only by this admin' }).click();
  await expect.poll(() => location.search).toBe('?tab=bans');
  const cyd = page.getByRole('row', { name: /Cyd/ });
  await expect.element(cyd).toBeVisible();
  expect(cyd.getByRole('button').elements()).toEqual([]);
});

it('keeps the tab in the address when the audit is narrowed down', async () => {
  open(banConnection().put('pages', []), '?tab=audit');
  await page.getByRole('searchbox').fill('Bert');
  await expect.poll(() => location.search).toBe('?tab=audit&q=Bert');
});

it('opens a ban, revokes it, and puts it back', async () => {
  let status: 'ACTIVE' | 'REVOKED' = 'ACTIVE';
  const connection = open(
    banConnection()
      .answer('banRead', () => read({ status }))
      .answer('banStatus', ({ body }) => {
        status = body?.status as typeof status;
        return DONE;
      }),
  );
  await page.getByRole('link', { name: 'Bert' }).click();
  await expect.element(page.getByRole('dialog', { name: /Ban of .*Bert/ })).toBeVisible();
  await expect.poll(() => location.search).toBe(`?tab=bans&ban=${id('1')}`);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect.element(page.getByRole('button', { name: 'Put back in force' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('button', { name: 'Revoke' })).toBeVisible();
  const params = { banlist_id: LIST_ID, ban_id: id('1') };
  expect(connection.inputs('banStatus')).toEqual([
    { params, body: { status: 'REVOKED', was: 'ACTIVE' } },
    { params, body: { status: 'ACTIVE', was: 'REVOKED' } },
  ]);
});

it.each([
  ['in the form', '?tab=add', 'ACTIVE', true],
  ['on the page of a ban in force', `?ban=${id('1')}`, 'ACTIVE', true],
  ['and not on that of one that is revoked', `?ban=${id('1')}`, 'REVOKED', false],
] as const)('says on which servers a ban waits, %s', async (_, search, status, waits) => {
  const server = {
    id: SERVER_ID,
    server_id: null,
    banlist_id: LIST_ID,
    game: 1,
    since: 0,
  } as const;
  open(
    banConnection()
      .tell('banListServers', [{ ...server, identifier: 'Cherno', primary: true }])
      .put('servers', [
        serverRow({ state: { ...serverRow().state, state: 'DISCONNECTED', offline: true } }),
      ])
      .answer('banRead', () => read({ status })),
    search,
  );
  await expect.element(page.getByRole('button', { name: /Add the ban|Change/ })).toBeVisible();
  const text = page.getByText(/^Waiting on .*Cherno.*, which is away/);
  if (waits) await expect.element(text).toBeVisible();
  else await expect.element(text).not.toBeInTheDocument();
});

it('asks for how long a revoked ban is in force again whose end has passed', async () => {
  const connection = open(
    banConnection()
      .answer('banRead', () => read({ status: 'REVOKED', until: Date.UTC(2026, 0, 2) }))
      .answer('banStatus', () => DONE),
    `?ban=${id('1')}`,
  );
  await page.getByRole('button', { name: 'Put back in force' }).click();
  await page.getByLabelText('For how long').selectOptions('1 day');
  await page.getByRole('dialog').getByRole('button', { name: 'Put back in force' }).click();
  await expect
    .poll(() => connection.inputs('banStatus'))
    .toMatchObject([{ body: { status: 'ACTIVE', minutes: 1_440, was: 'REVOKED' } }]);
});

it('leads to the profile of whom it keeps out where the account may open it', async () => {
  const person_id = id('7');
  const profile = page.getByRole('dialog').getByRole('link', { name: 'Bert' });
  const known = banConnection().answer('banRead', () => read({ person_id }));
  open(known, `?ban=${id('1')}`);
  await expect.element(profile).toHaveAttribute('href', `/profile/${person_id}`);
  leave?.();
  const unknown = banConnection().answer('banRead', () => read({ person_id }, false));
  open(unknown, `?ban=${id('1')}`);
  await expect.element(page.getByRole('button', { name: 'Revoke' })).toBeVisible();
  await expect.element(profile).not.toBeInTheDocument();
});

it('changes the reason of a ban, and leaves its end as it is unless asked', async () => {
  const connection = open(
    banConnection()
      .answer('banRead', () => read())
      .answer('banEdit', () => DONE),
    `?ban=${id('1')}`,
  );
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabelText('Reason').fill('ab');
  await page.getByRole('button', { name: 'Save the ban' }).click();
  await expect
    .element(page.getByLabelText('Reason'))
    .toHaveAccessibleDescription(/At least 3 characters/);
  await page.getByLabelText('Reason').fill('Cheating');
  await page.getByRole('button', { name: 'Save the ban' }).click();
  await expect
    .poll(() => connection.inputs('banEdit'))
    .toEqual([
      {
        params: { banlist_id: LIST_ID, ban_id: id('1') },
        body: {
          reason: 'Cheating',
          description: '',
          was: { reason: 'Wall glitching', description: '', until: null },
        },
      },
    ]);
});

it('bans by an id for a time of its own, after saying what an id is', async () => {
  const connection = open(
    banConnection().answer('banCreate', () => DONE),
    '?tab=add',
  );
  await page.getByLabelText('Reason').fill('Wall glitching');
  const add = page.getByRole('button', { name: 'Add the ban' });
  await add.click();
  const steam = page.getByLabelText('SteamID64');
  await expect.element(steam).toHaveAccessibleDescription(/Give at least one id/);
  await steam.fill('76561198000000009');
  await page.getByLabelText('For how long').selectOptions('another time');
  await page.getByLabelText('How many').fill('731');
  await add.click();
  await expect
    .element(page.getByLabelText('How many'))
    .toHaveAccessibleDescription(/at most 2 years/);
  await page.getByLabelText('How many').fill('45');
  await add.click();
  await expect
    .poll(() => connection.inputs('banCreate'))
    .toMatchObject([
      {
        params: { banlist_id: LIST_ID },
        body: {
          who: { kind: 'identity', steam_id: '76561198000000009' },
          reason: 'Wall glitching',
          description: '',
          minutes: 45 * 1_440,
        },
      },
    ]);
  await expect.poll(() => location.search).toBe('?tab=bans');
});

it('says at the address what one is, and bans one for good', async () => {
  const connection = open(
    banConnection().answer('banCreate', () => DONE),
    '?tab=add',
  );
  await page.getByRole('radio', { name: 'an address' }).click();
  await page.getByLabelText('Reason').fill('Ban evasion');
  const address = page.getByLabelText('Address', { exact: true });
  const add = page.getByRole('button', { name: 'Add the ban' });
  for (const [typed, says] of [
    ['198.51.100.999', /This is not an address/],
    ['*.*.*.*', /too many addresses/],
  ] as const) {
    await address.fill(typed);
    await add.click();
    await expect.element(address).toHaveAccessibleDescription(says);
  }
  await address.fill('198.51.100.*');
  await add.click();
  await expect
    .poll(() => connection.inputs('banCreate'))
    .toMatchObject([
      { body: { who: { kind: 'address', address: '198.51.100.*' }, minutes: null } },
    ]);
});

it('does not offer what the permissions do not allow, and says who can allow it', async () => {
  const list = banListRow({
    owner_id: id('e'),
    owner_name: 'Eve',
    permissions: ['banlist.view', 'banlist.list', 'banlist.add-temporary'],
  });
  const connection = open(banConnection(list), '?tab=add');
  await page.getByLabelText('For how long').selectOptions('for good');
  const add = page.getByRole('button', { name: 'Add the ban' });
  await expect.element(add).toHaveAccessibleDescription(/Add bans for good.*Eve.*, who owns/);
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect.element(page.getByText(/See who did what in them.*Eve/)).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect.element(page.getByText(/Only .*Eve.*, who owns it, can delete it/)).toBeVisible();
  expect(connection.calls).toEqual([]);
});

it('puts a server under the list as its primary one, and says what happens to whom', async () => {
  const connection = open(
    banConnection()
      .answer('banListAssign', () => DONE)
      .answer('banListUnassign', () => DONE),
    '?tab=servers',
  );
  await expect.element(page.getByText(/No server obeys this list/)).toBeVisible();
  await page.getByRole('button', { name: 'Add a server' }).click();
  await expect.element(page.getByText(/Whoever of its 2 bans is on the server/)).toBeVisible();
  await page.getByLabelText('Server').selectOptions('Chernarus 1');
  await page.getByRole('dialog').getByRole('button', { name: 'Add the server' }).click();
  await expect
    .poll(() => connection.inputs('banListAssign'))
    .toEqual([{ params: { banlist_id: LIST_ID }, body: { server_id: SERVER_ID, primary: true } }]);
  connection.tell('banListServers', [
    {
      id: SERVER_ID,
      server_id: null,
      banlist_id: LIST_ID,
      identifier: 'Chernarus 1',
      game: 1,
      primary: true,
      since: 0,
    },
  ]);
  await page.getByRole('button', { name: 'Take Chernarus 1 away' }).click();
  await expect.element(page.getByText(/2 bans of this list do not hold/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Take away' }).click();
  await expect
    .poll(() => connection.inputs('banListUnassign'))
    .toEqual([{ params: { banlist_id: LIST_ID, server_id: SERVER_ID }, body: {} }]);
});

it('is deleted only when its name is typed, and says how far that is', async () => {
  const connection = open(
    banConnection().answer('banListDelete', () => refusal('confirmation-mismatch')),
    '?tab=settings',
  );
  const remove = page.getByRole('button', { name: 'Delete the ban list' });
  await expect.element(remove).toBeDisabled();
  await page.getByLabelText('Type Griefers to delete it').fill('Griefers');
  await remove.click();
  await expect.element(page.getByText(/^That is not its name/)).toBeVisible();
  connection.tell('banLists', [banListRow({ deleting: 'requested' })]);
  await expect.element(page.getByText(/^Griefers will be deleted in a moment\./)).toBeVisible();
  connection.tell('banLists', []);
  await expect.element(page.getByText(/^Griefers is deleted\./)).toBeVisible();
});

it('says of a list that is gone without a word that it may be hidden', async () => {
  const connection = open();
  await expect.element(page.getByRole('heading', { name: 'Griefers' })).toBeVisible();
  connection.tell('banLists', []);
  await expect.element(page.getByText(/^Griefers was deleted, or you may not/)).toBeVisible();
});

it('says of an address that no list can have that there is none, and asks nobody', async () => {
  const connection = banConnection().tell('banLists', []);
  leave = draw(<BanListPage listId="griefers" />, connection, '/ban-manager/griefers');
  await expect.element(page.getByText(/^This ban list does not exist/)).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(connection.inputs('banListPublic')).toEqual([]);
});

it('tells a list in figures first: bans by status, servers, followers, whose it is', async () => {
  const list = banListRow({
    owner_kind: 'team',
    team_id: id('6'),
    group: 'Night watch',
    bans: 12,
    entries: 20,
    servers: 3,
    followers: 4,
    reports: 2,
    verification: 'in-review',
    allow_followers: true,
  });
  const server = { server_id: null, banlist_id: LIST_ID, game: 1, since: 0 } as const;
  open(
    banConnection(list)
      .tell('banListServers', [
        { ...server, id: SERVER_ID, identifier: 'Cherno', primary: true },
        { ...server, id: id('2'), identifier: 'Livonia', primary: false },
        ...['4', '5', '6', '7'].map((n) => ({
          ...server,
          id: id(n),
          identifier: `Other ${n}`,
          primary: true,
        })),
      ])
      .answer('banCounts', () => ({
        ok: true,
        value: { ACTIVE: 12, INACTIVE: 5, REWORK_REQUIRED: 1, REVOKED: 2 },
      })),
    '',
  );
  const fact = (term: string) =>
    page.getByRole('term').filter({ hasText: new RegExp(`^${term}$`) });
  const said = async (term: string, text: RegExp) => {
    await expect
      .poll(() => fact(term).element().nextElementSibling?.textContent ?? '')
      .toMatch(text);
  };
  await said('Bans in force', /^12$/);
  await said('Bans that are over', /^5$/);
  await said('Bans that are set aside', /^1$/);
  await said('Bans that are revoked', /^2$/);
  await said('Servers', /^3$/);
  await said('Primary list of', /^.?Cherno.?, .?Other 4.?, and 3 more$/);
  await said('Followers', /^4$/);
  await said('Reports that wait', /^2$/);
  await said('Primary team', /Night watch/);
  await said('Verification', /staff look at it/);
  await said('Settings', /^can be followed$/);
  await expect
    .element(page.getByRole('link', { name: '5', exact: true }))
    .toHaveAttribute('href', `/ban-manager/${LIST_ID}?tab=bans&status=INACTIVE`);
});

it('counts no bans by status for whoever may not read them, and says what failed', async () => {
  open(banConnection(banListRow({ permissions: ['banlist.view'] })), '');
  await expect.element(page.getByText('Bans in force')).toBeVisible();
  await expect.element(page.getByText('Bans that are over')).not.toBeInTheDocument();
  leave?.();
  open(
    banConnection().answer('banCounts', () => refusal('rate-limited')),
    '',
  );
  await expect.element(page.getByText(/Too many/)).toBeVisible();
});
