/** A ban's own page: the facts, what was done with it, and setting it aside. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { BanRow } from '../../domain/bans/row.ts';
import { to } from '../../domain/routes/routes.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { draw } from '../app/doubles.tsx';
import { refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { banConnection, banListRow, banRow, id, LIST_ID, ME } from '../bans/known/doubles.ts';
import { BanListPage } from './list-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const NOON = Date.UTC(2026, 0, 1, 12);
const DONE = { ok: true, value: { position: 2 } } as const;
const params = { banlist_id: LIST_ID, ban_id: id('1') };

function read(change: Parameters<typeof banRow>[0] = {}, whole: readonly string[] | null = null) {
  const may = { edit: true, remove: true, enforce: true };
  const addresses = whole === null ? null : [...whole];
  return {
    ok: true as const,
    value: { ban: banRow(change), profile: false, addresses, evidence: [], also: [], may },
  };
}

function open(connection = banConnection().answer('banRead', () => read()), query = '') {
  const address = `/ban-manager/${LIST_ID}?tab=bans&ban=${params.ban_id}${query}`;
  leave = draw(<BanListPage listId={LIST_ID} />, connection, address);
  return connection;
}

const dialog = page.getByRole('dialog');
const fact = (term: string) =>
  dialog
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${term}$`) })
    .element().nextElementSibling?.textContent ?? '';

type Entry = CallAnswer<'banListAuditPage'>['rows'][number];
const entry = (change: Partial<Omit<Entry, 'banlist_id'>>): Entry => ({
  id: id('6'),
  server_id: null,
  banlist_id: LIST_ID,
  at: NOON,
  actor_id: ME,
  actor_name: 'Ada',
  action: 'bans.edit',
  detail: {},
  things: [params.ban_id],
  ...change,
});
const pageOf = (rows: readonly Entry[], next: string | null = null) => ({
  ok: true as const,
  value: {
    rows: [...rows],
    place: 0,
    total: rows.length,
    about: false,
    previous: null,
    next,
    position: 1,
  },
});

it('says why, since when, by whom, whence, and what only readers of the list know', async () => {
  open(
    banConnection().answer('banRead', () =>
      read({
        description: 'Seen in the clip',
        origin: 'IMPORTED',
        guid: 'a'.repeat(32),
        bohemia_id: 'bi-1',
        until: NOON + 1,
        changed_at: NOON,
      }),
    ),
  );
  await expect.poll(() => fact('Reason')).toBe('Wall glitching');
  expect(fact('Description')).toBe('Seen in the clip');
  expect(fact('Origin')).toBe('imported');
  expect(fact('By')).toMatch(/Ada/);
  expect(fact('SteamID64')).toMatch(/76561198000000001/);
  expect(fact('BattlEye GUID')).toMatch(/a{32}/);
  expect(fact('Bohemia UID')).toMatch(/bi-1/);
  expect(fact('Since')).toMatch(/2026/);
  expect(fact('Until')).not.toBe('for good');
  expect(fact('Last changed')).toMatch(/2026/);
  expect(fact('Ban id')).toMatch(params.ban_id);
});

it('shows whole addresses to whoever is told them, and says to others why they are cut', async () => {
  const kind = { kind: 'hybrid', address: '203.0.*.*' } as const;
  open(banConnection().answer('banRead', () => read(kind)));
  await expect.poll(() => fact('Addresses')).toMatch(/^203\.0\.\*\.\* .*Only those see whole/);
  leave?.();
  open(banConnection().answer('banRead', () => read(kind, ['203.0.113.7', '2001:db8::1'])));
  await expect.poll(() => fact('Addresses')).toMatch(/^203\.0\.113\.7 2001:db8::1 $/);
});

it('tells what was done with it, by whom, and from what to what', async () => {
  const connection = open().answer('banListAuditPage', () =>
    pageOf([
      entry({ before: '{"reason":"Glitching"}', after: '{"reason":"Wall glitching"}' }),
      entry({ id: id('7'), at: NOON - 1, actor_id: null, actor_name: '', action: 'bans.add' }),
    ]),
  );
  const items = dialog.getByRole('listitem');
  await expect
    .poll(() => items.nth(0).element().textContent)
    .toMatch(/2026.*Ada.*Changed a ban.*reason: ‘Glitching’ → ‘Wall glitching’/);
  await expect.poll(() => items.nth(1).element().textContent).toMatch(/Banned/);
  expect(connection.inputs('banListAuditPage')).toEqual([
    { params: { banlist_id: LIST_ID }, query: { thing: params.ban_id, limit: 50 } },
  ]);
});

it('leads back to who made it, however often it was changed since', async () => {
  const all = Array.from({ length: 51 }, (_, at) =>
    entry({ id: at.toString(16).padStart(24, '0'), action: at === 50 ? 'bans.add' : 'bans.edit' }),
  );
  const connection = open().answer('banListAuditPage', ({ query }) =>
    query?.after === undefined ? pageOf(all.slice(0, 50), 'older') : pageOf(all.slice(50)),
  );
  const items = dialog.getByRole('listitem');
  const older = dialog.getByRole('button', { name: 'Show older entries' });
  await older.click();
  await expect.poll(() => items.elements()).toHaveLength(51);
  expect(items.nth(50).element().textContent).toMatch(/Banned/);
  await expect.element(older).not.toBeInTheDocument();
  expect(connection.inputs('banListAuditPage').at(-1)).toEqual({
    params: { banlist_id: LIST_ID },
    query: { thing: params.ban_id, limit: 50, after: 'older' },
  });
});

it('says of a history that is empty, refused or not there which it is', async () => {
  open().answer('banListAuditPage', () => pageOf([]));
  await expect.element(dialog.getByText('Nothing was changed yet.')).toBeVisible();
  leave?.();
  const list = banListRow({ permissions: ['banlist.view', 'banlist.list'] });
  const connection = open(banConnection(list).answer('banRead', () => read()));
  await expect.element(dialog.getByText(/^You need the permission .* the history/)).toBeVisible();
  expect(connection.inputs('banListAuditPage')).toEqual([]);
  leave?.();
  const answers = [refusal('rate-limited'), pageOf([entry({})])];
  open().answer('banListAuditPage', () => answers.shift()!);
  await expect.element(dialog.getByText(/Too many/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByText(/Changed a ban/)).toBeVisible();
});

it.each([
  ['changes nothing', { edit: false, remove: false, enforce: false }, true],
  ['puts bans in force only', { edit: false, remove: false, enforce: true }, true],
  ['may change it', { edit: true, remove: false, enforce: false }, false],
])('can be reported by whoever reads the list and %s', async (_, may, reports) => {
  const connection = banConnection().answer('banRead', () => {
    const { value } = read();
    return { ok: true as const, value: { ...value, may } };
  });
  connection.answer('banReport', () => ({ ok: true, value: { status: true } }));
  open(connection);
  await expect.element(dialog.getByRole('term').first()).toBeVisible();
  const button = dialog.getByRole('button', { name: 'Report', exact: true });
  if (!reports) return expect(button.elements()).toEqual([]);
  await button.click();
  await page.getByLabelText(/What is wrong/).fill('It was somebody else of that name.');
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Send the report' }).click();
  await expect
    .poll(() => connection.inputs('banReport'))
    .toMatchObject([
      { params, body: { reason: 'It was somebody else of that name.', consent: true } },
    ]);
});

it('is set aside, and is in force again by the undo', async () => {
  let status: BanRow['status'] = 'ACTIVE';
  const connection = open(
    banConnection()
      .answer('banRead', () => read({ status }))
      .answer('banStatus', ({ body }) => {
        status = body?.status ?? status;
        return DONE;
      }),
  );
  await dialog.getByRole('button', { name: 'Set aside' }).click();
  await expect.element(page.getByText(/^Set aside: it keeps nobody out/)).toBeVisible();
  await expect.poll(() => fact('Status')).toMatch(/set aside/);
  await expect.element(dialog.getByRole('button', { name: 'Revoke' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => fact('Status')).toMatch(/in force/);
  expect(connection.inputs('banStatus')).toEqual([
    { params, body: { status: 'REWORK_REQUIRED', was: 'ACTIVE' } },
    { params, body: { status: 'ACTIVE', was: 'REWORK_REQUIRED' } },
  ]);
});

/** The same person on another list of the account. */
const ELSEWHERE = {
  ban: banRow({ id: id('8'), banlist_id: id('9'), reason: 'Racism in chat' }),
  banlist: 'All of us',
};

it('says of whom another ban keeps out, too, which one, before it is revoked and after', async () => {
  let also = [ELSEWHERE];
  const connection = banConnection()
    .answer('banRead', () => {
      const { value } = read();
      const may = { ...value.may, enforce: false };
      return { ok: true as const, value: { ...value, also, may } };
    })
    .answer('banStatus', () => DONE);
  open(connection);
  const others = dialog.getByRole('region', { name: '1 other ban keeps them out:' });
  await expect
    .poll(() => others.element().textContent)
    .toMatch(/Racism in chat All of us · for good/);
  await expect
    .element(others.getByRole('link', { name: 'Open that ban' }))
    .toHaveAttribute('href', to.ban(id('9'), id('8')));
  const revoke = dialog.getByRole('button', { name: 'Revoke' });
  await revoke.click();
  await expect
    .element(
      page.getByText(/^Revoked\. They are still banned by ‘.*Racism in chat.*’ on .*All of us/),
    )
    .toBeVisible();
  also = [];
  await revoke.click();
  await expect
    .element(page.getByText('Revoked. This ban keeps nobody out any more.'))
    .toBeVisible();
});

/** A ban whose status somebody else changes, as the host answers where `was` is not what it is. */
function contested(status: BanRow['status']) {
  const now = { status };
  const connection = banConnection()
    .answer('banRead', () => read(now))
    .answer('banStatus', ({ body }) => {
      if (body === undefined) return refusal('invalid-request');
      if (body.was !== undefined && body.was !== now.status) return refusal('row-changed');
      now.status = body.status;
      return DONE;
    });
  return { now, connection: open(connection) };
}

it('does not set aside what somebody else has revoked, and shows that it is', async () => {
  const { now } = contested('ACTIVE');
  const aside = dialog.getByRole('button', { name: 'Set aside' });
  await expect.element(aside).toBeVisible();
  now.status = 'REVOKED';
  await aside.click();
  await expect.element(page.getByText(/^Somebody else changed this/)).toBeVisible();
  await expect.poll(() => fact('Status')).toMatch(/revoked/);
  expect(now.status).toBe('REVOKED');
});

it('does not put back in force by an undo what somebody else has revoked since', async () => {
  const { now, connection } = contested('ACTIVE');
  await dialog.getByRole('button', { name: 'Set aside' }).click();
  await expect.poll(() => fact('Status')).toMatch(/set aside/);
  now.status = 'REVOKED';
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => fact('Status')).toMatch(/revoked/);
  expect(connection.inputs('banStatus').at(-1)).toEqual({
    params,
    body: { status: 'ACTIVE', was: 'REWORK_REQUIRED' },
  });
});

it('shows what somebody else made of it while it is changed, and saves by a second press', async () => {
  const seen = { reason: 'Wall glitching', description: '', until: null };
  const now: { reason: string; description: string; until: number | null } = { ...seen };
  const connection = open(
    banConnection()
      .answer('banRead', () => read(now))
      .answer('banEdit', ({ body }) => {
        const was = JSON.stringify(body?.was) === JSON.stringify(now);
        return was ? DONE : refusal('row-changed');
      }),
  );
  await dialog.getByRole('button', { name: 'Change' }).click();
  const duration = dialog.getByLabelText('For how long');
  await expect.element(duration).toHaveAccessibleDescription('It is for good.');
  const reason = dialog.getByLabelText('Reason');
  await reason.fill('Mine');
  Object.assign(now, { reason: 'Theirs', description: 'A clip', until: NOON });
  const save = dialog.getByRole('button', { name: 'Save the ban' });
  await save.click();
  await expect.element(reason).toHaveAccessibleDescription(/Theirs/);
  await expect.element(reason).toHaveValue('Mine');
  await expect.element(dialog.getByLabelText(/^Description/)).toHaveValue('A clip');
  await expect.element(duration).toHaveAccessibleDescription(/^It is until .*2026/);
  await save.click();
  await expect.element(page.getByText('Saved.')).toBeVisible();
  const body = { reason: 'Mine', description: 'A clip', was: { ...now } };
  expect(connection.inputs('banEdit')).toEqual([
    { params, body: { reason: 'Mine', description: '', was: seen } },
    { params, body },
  ]);
});

it('begins with what is there when the form is opened again', async () => {
  const now = { reason: 'Wall glitching' };
  open(
    banConnection()
      .answer('banRead', () => read(now))
      .answer('banEdit', () => refusal('rate-limited')),
  );
  await dialog.getByRole('button', { name: 'Change' }).click();
  now.reason = 'Theirs';
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => fact('Reason')).toBe('Theirs');
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('Theirs');
});

it('is put back in force after its end by a second press where somebody else changed it', async () => {
  const now = { status: 'REVOKED' as BanRow['status'], until: NOON };
  const connection = open(
    banConnection()
      .answer('banRead', () => read(now))
      .answer('banStatus', ({ body }) =>
        body?.was === now.status ? DONE : refusal('row-changed'),
      ),
  );
  await dialog.getByRole('button', { name: 'Put back in force' }).click();
  now.status = 'REWORK_REQUIRED';
  const enforce = dialog.getByRole('button', { name: 'Put back in force' });
  await enforce.click();
  await expect.element(dialog.getByText(/^Somebody else changed this/)).toBeVisible();
  await expect.poll(() => connection.inputs('banRead')).toHaveLength(2);
  await enforce.click();
  await expect.element(page.getByText('In force again.')).toBeVisible();
  expect(connection.inputs('banStatus')).toMatchObject([
    { body: { was: 'REVOKED' } },
    { body: { was: 'REWORK_REQUIRED' } },
  ]);
});
