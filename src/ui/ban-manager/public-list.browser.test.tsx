import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { loadStyles } from '../../../tests/support/barriers.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { draw } from '../app/doubles.tsx';
import { refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { banConnection, banListRow, id, LIST_ID, publicListAnswer } from '../bans/known/doubles.ts';
import { BanListPage } from './list-page.tsx';

type PublicBan = CallAnswer<'banListPublic'>['bans'][number];

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const params = { banlist_id: LIST_ID };
const ban = (digit: string, name: string): PublicBan => ({
  id: id(digit),
  kind: 'person' as const,
  name,
  steam_id: `7656119000000000${digit}`,
  guid: null,
  bohemia_id: null,
  reason: 'Duping',
  created_at: 0,
  until: null,
  evidence: [],
});
const answered = (bans: readonly ReturnType<typeof ban>[], next: string | null = null) => ({
  ok: true as const,
  value: publicListAnswer({ bans: [...bans], next }),
});

/** Somebody who sees no list but what is public. */
function open(connection = banConnection(), search = '') {
  connection.tell('banLists', [banListRow({ id: id('9') })]);
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}${search}`);
  return connection;
}

it('shows whom a public list bans and why, and more of them', async () => {
  const pages = [answered([ban('1', 'Bert')], '0.1'), answered([ban('2', '')])];
  const connection = open(banConnection().answer('banListPublic', () => pages.shift()!));
  await expect.element(page.getByRole('heading', { name: 'Theirs' })).toBeVisible();
  await expect.element(page.getByText(/A public ban list of .*Eve/)).toBeVisible();
  const profile = page.getByRole('region', { name: 'Public profile' });
  await expect
    .poll(() => profile.element().textContent)
    .toMatch(/no public profile.*in force12.*follow it3/);
  await page.getByRole('button', { name: 'Show more' }).click();
  const rows = page.getByRole('row');
  await expect.poll(() => rows.nth(2).element().textContent).toMatch(/76561190000000002.*Duping/);
  expect(rows.nth(1).element().textContent).toMatch(/Bert.*Duping.*for good/);
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect(connection.inputs('banListPublic')).toEqual([
    { params, query: {} },
    { params, query: { after: '0.1' } },
  ]);
});

it('finds somebody by an id, keeps that in the address, and leads to one ban', async () => {
  const connection = open(
    banConnection().answer('banListPublic', () => answered([])),
    `?ban=${id('1')}`,
  );
  await expect.element(page.getByText('This ban is not in force any more.')).toBeVisible();
  await userEvent.fill(page.getByLabelText(/SteamID64/), '76561190000000001');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/Nobody with this id/)).toBeVisible();
  expect(location.search).toBe('?q=76561190000000001');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.element(page.getByText('Nobody is banned on this list.')).toBeVisible();
  expect(connection.inputs('banListPublic')).toEqual([
    { params, query: { ban: id('1') } },
    { params, query: { identity: '76561190000000001' } },
    { params, query: {} },
  ]);
});

it('says that more could not be had, and asks again', async () => {
  const pages = [
    answered([ban('1', '\u200B')], '0.1'),
    refusal('rate-limited'),
    answered([ban('2', 'Cy')]),
  ];
  open(banConnection().answer('banListPublic', () => pages.shift()!));
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Cy')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: /Report the ban of .*an invisible name/ }))
    .toBeVisible();
});

it('says of a list that is not public what is said of one that is not there', async () => {
  open(banConnection().answer('banListPublic', () => refusal('not-found')));
  await expect.element(page.getByText(/does not exist, or you may not see it/)).toBeVisible();
});

it.each([390, 744, 1_110])('shows all of a ban at %d, whatever it is made of', async (width) => {
  await page.viewport(width, 800);
  await loadStyles();
  const marked = 'Z' + '\u0351\u036b\u0343\u035b'.repeat(20);
  const url = `https://video.example/${'x'.repeat(300)}`;
  const evidence = [{ id: id('9'), name: '', url, bytes: 0, at: 0 }];
  const long = {
    ...ban('1', marked),
    guid: 'a'.repeat(32),
    bohemia_id: 'B'.repeat(44),
    reason: 'W'.repeat(40),
    until: Date.UTC(2027, 11, 28, 22, 43, 53),
    evidence,
  };
  open(banConnection().answer('banListPublic', () => answered([long])));
  await expect.element(page.getByRole('link', { name: url })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

it.each([768, 1_110])('shows an id in two lines at most at %d', async (width) => {
  await page.viewport(width, 800);
  await loadStyles();
  const long = { ...ban('1', 'Bert'), reason: 'W'.repeat(40) };
  open(banConnection().answer('banListPublic', () => answered([long])));
  const shown = page.getByText(long.steam_id!);
  await expect.element(shown).toBeVisible();
  const text = document.createRange();
  text.selectNodeContents(shown.element());
  expect(text.getClientRects().length).toBeLessThanOrEqual(2);
});
