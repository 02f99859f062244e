/** What a list narrows down, which servers it is the primary list of, and its switches. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { Query } from '../../domain/queries.ts';
import { loadStyles } from '../../../tests/support/barriers.ts';
import { draw } from '../app/doubles.tsx';
import { GAME } from '../../protocol/enumerations.ts';
import { accountRow, refusal, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { banConnection, banListRow, banRow, id, LIST_ID } from '../bans/known/doubles.ts';
import { BanListPage } from './list-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
beforeEach(() => page.viewport(1_200, 800));
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const DONE = { ok: true, value: { position: 2 } } as const;

function open(connection: ReturnType<typeof banConnection>, search: string) {
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}${search}`);
  return connection;
}

/** What pages of bans were asked for last. */
function asked(connection: ReturnType<typeof banConnection>) {
  const pages = connection.followed.filter(
    (query): query is Extract<Query, { view: 'pages' }> => query.view === 'pages',
  );
  return pages.at(-1)?.where;
}

it('narrows bans down by status, kind, origin and day, and keeps that in the address', async () => {
  const connection = open(banConnection(), '?tab=bans');
  const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
  await choice('Status').selectOptions('set aside');
  await expect.poll(() => asked(connection)).toEqual({ status: 'REWORK_REQUIRED' });
  await choice('Who').selectOptions('Address');
  const origins = choice('Origin').getByRole('option').elements();
  expect(origins.map(({ textContent }) => textContent)).toEqual([
    'Any origin',
    'by a filter',
    'imported',
  ]);
  await choice('Origin').selectOptions('imported');
  await page.getByLabelText('Since').fill('2026-01-02');
  await page.getByLabelText('to', { exact: true }).fill('2026-01-03');
  const [from, until] = [new Date(2026, 0, 2), new Date(2026, 0, 4)].map((day) => day.getTime());
  await expect
    .poll(() => asked(connection))
    .toEqual({
      status: 'REWORK_REQUIRED',
      kind: 'address',
      origin: 'IMPORTED',
      from,
      until: until! - 1,
    });
  await expect
    .poll(() => Object.fromEntries(new URLSearchParams(location.search)))
    .toMatchObject({ status: 'REWORK_REQUIRED', kind: 'address', origin: 'IMPORTED' });
});

it('takes a player and an admin whom an address names, and lets both go', async () => {
  const connection = open(banConnection(), `?tab=bans&who=${id('7')}&by=${id('8')}`);
  await expect.poll(() => asked(connection)).toEqual({ person: id('7'), issuer: id('8') });
  await page.getByRole('button', { name: 'Only this player' }).click();
  await expect.poll(() => asked(connection)).toEqual({ issuer: id('8') });
  await page.getByRole('button', { name: 'Only by this admin' }).click();
  await expect.poll(() => asked(connection)).toEqual({});
});

const obeying = (primary: boolean) => ({
  id: SERVER_ID,
  server_id: null,
  banlist_id: LIST_ID,
  identifier: 'Cherno',
  game: 1 as const,
  primary,
  since: 0,
});

it('is made the primary list of a server that obeys it, or says why not', async () => {
  const answers = [refusal('followed-by-another'), DONE];
  const connection = open(
    banConnection()
      .tell('banListServers', [obeying(false)])
      .answer('banListAssign', () => answers.shift()!),
    '?tab=servers',
  );
  const make = page.getByRole('button', { name: 'Make it the primary list of Cherno' });
  await make.click();
  await expect.element(page.getByRole('alert').getByText(/follows/)).toBeVisible();
  await make.click();
  await expect.element(page.getByText('It is the primary list of Cherno now.')).toBeVisible();
  const input = {
    params: { banlist_id: LIST_ID },
    body: { server_id: SERVER_ID, primary: true },
  };
  expect(connection.inputs('banListAssign')).toEqual([input, input]);
  connection.tell('banListServers', [obeying(true)]);
  await expect.element(page.getByText('primary', { exact: true })).toBeVisible();
  await expect.element(make).not.toBeInTheDocument();
});

it('is not offered as the primary list to whoever may not configure the server', async () => {
  const list = banListRow();
  const account = accountRow({
    servers: { [SERVER_ID]: ['server.view'] },
    ban_lists: { [LIST_ID]: [...list.permissions] },
  });
  open(
    banConnection(list)
      .put('account', [account])
      .tell('banListServers', [obeying(false)]),
    '?tab=servers',
  );
  await expect.element(page.getByRole('button', { name: 'Take Cherno away' })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: /Make it the primary/ }))
    .not.toBeInTheDocument();
});

const SETTINGS = {
  identifier: 'Griefers',
  keep_inactive: false,
  public: false,
  evidence_public: false,
  allow_followers: false,
};

it.each([
  ['Keep bans that are over', 'keep_inactive'],
  ['Public', 'public'],
  ['Let other lists follow it', 'allow_followers'],
] as const)('saves the switch "%s", and no other', async (label, flag) => {
  const connection = open(
    banConnection().answer('banListEdit', () => DONE),
    '?tab=settings',
  );
  await page.getByRole('checkbox', { name: label, exact: true }).click();
  await page.getByRole('button', { name: 'Save the settings' }).click();
  await expect
    .poll(() => connection.inputs('banListEdit'))
    .toEqual([
      { params: { banlist_id: LIST_ID }, body: { ...SETTINGS, [flag]: true, was: SETTINGS } },
    ]);
});

it('shows evidence only of a list that is public', async () => {
  const connection = open(
    banConnection().answer('banListEdit', () => DONE),
    '?tab=settings',
  );
  const evidence = page.getByRole('checkbox', { name: 'Show evidence, too' });
  await expect.element(evidence).toBeDisabled();
  connection.tell('banLists', [banListRow({ public: true })]);
  const was = { ...SETTINGS, public: true };
  await evidence.click();
  await page.getByRole('button', { name: 'Save the settings' }).click();
  await expect
    .poll(() => connection.inputs('banListEdit'))
    .toEqual([
      {
        params: { banlist_id: LIST_ID },
        body: { ...was, evidence_public: true, was },
      },
    ]);
});

it.each([390, 768])('shows all of a ban without scrolling to the side at %d', async (width) => {
  await page.viewport(width, 800);
  await loadStyles();
  open(banConnection(), '?tab=bans');
  const list = page.getByRole('group', { name: 'Bans' });
  await expect.element(list.getByRole('link').first()).toBeVisible();
  const { scrollWidth, clientWidth } = list.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  const label = getComputedStyle(list.element().querySelector('td.why')!, '::before').content;
  expect(label).toBe(width === 390 ? '"Reason"' : 'none');
});

// Beside the navigation a list has 1,110 px of 1,440.
it.each([390, 768, 1_110, 1_440])(
  'keeps all of a ban in sight at %d, whatever its names and its reason are made of',
  async (width) => {
    await page.viewport(width, 800);
    await loadStyles();
    const marked = 'Z' + '\u0351\u036b\u0343\u035b'.repeat(20);
    const long = {
      reason: 'W'.repeat(40),
      issuer_name: 'W'.repeat(18),
      until: Date.UTC(2026, 11, 28, 22, 43, 53),
    };
    open(
      banConnection(banListRow(), [
        banRow({ ...long, name: marked }),
        banRow({ ...long, id: id('2') }),
      ]),
      '?tab=bans',
    );
    const list = page.getByRole('group', { name: 'Bans' });
    await expect.element(list.getByRole('link').nth(1)).toBeVisible();
    const { scrollWidth, clientWidth } = list.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  },
);

it.each([768, 1_110])('shows in one line who banned somebody, at %d', async (width) => {
  await page.viewport(width, 800);
  await loadStyles();
  const reason = 'W'.repeat(40);
  open(banConnection(banListRow(), [banRow({ issuer_name: 'MaraVoss', reason })]), '?tab=bans');
  const name = page.getByText('MaraVoss', { exact: true });
  await expect.element(name).toBeVisible();
  const text = document.createRange();
  text.selectNodeContents(name.element());
  expect(text.getClientRects()).toHaveLength(1);
});

const manages = () =>
  accountRow({
    servers: { [SERVER_ID]: ['server.view', 'server.modify.configuration'] },
    ban_lists: { [LIST_ID]: [...banListRow().permissions] },
  });

it('offers no server that is only watched, and says where all obey it already', async () => {
  const server = serverRow();
  const watched = { ...server.configuration, game: GAME.GENERIC };
  open(
    banConnection()
      .put('account', [manages()])
      .put('servers', [{ ...server, configuration: watched }])
      .tell('banListServers', []),
    '?tab=servers',
  );
  await page.getByRole('button', { name: 'Add a server' }).click();
  await expect.element(page.getByText(/There is no server to add/)).toBeVisible();
  leave?.();
  open(
    banConnection()
      .put('account', [manages()])
      .put('servers', [server])
      .tell('banListServers', [obeying(true)]),
    '?tab=servers',
  );
  await page.getByRole('button', { name: 'Add a server' }).click();
  await expect
    .element(page.getByText('All servers that you may configure obey it already.'))
    .toBeVisible();
});

it('says at the server that nobody can be kept out of one that is only watched', async () => {
  const watched = refusal('only-watched', { server_id: 'only-watched' });
  open(
    banConnection()
      .put('account', [manages()])
      .put('servers', [serverRow()])
      .answer('banListAssign', () => watched),
    '?tab=servers',
  );
  await page.getByRole('button', { name: 'Add a server' }).click();
  const server = page.getByRole('dialog').getByLabelText('Server');
  await server.selectOptions('Chernarus 1');
  await page.getByRole('dialog').getByRole('button', { name: 'Add the server' }).click();
  await expect.element(server).toHaveAccessibleDescription(/can only watch this server/);
  await expect.element(server).toBeInvalid();
});

it('counts no server that is only watched for a ban, and names it', async () => {
  const watched = {
    ...obeying(false),
    id: id('7'),
    identifier: 'Valley Zomboid',
    game: GAME.GENERIC,
  };
  open(
    banConnection(banListRow({ servers: 2 })).tell('banListServers', [obeying(true), watched]),
    '?tab=add',
  );
  await expect.element(page.getByText(/It holds on 1 server\./)).toBeVisible();
  await expect.element(page.getByText(/Nobody can be kept out of .*Valley Zomboid/)).toBeVisible();
});
