/** Whoever bans by a typed id or address is told which bans keep them out already. */
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { to } from '../../domain/routes/routes.ts';
import { draw } from '../app/doubles.tsx';
import { refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { banConnection, banRow, id, LIST_ID } from '../bans/known/doubles.ts';
import { BanListPage } from './list-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const UID = 'AbCdEfGhIjKlMnOp';
const STEAM = '76561198000000001';
const steam = page.getByLabelText('SteamID64');
const already = page.getByRole('region', { name: /banned already/ });

const banned = (change: Parameters<typeof banRow>[0] = {}) => ({
  ok: true as const,
  value: {
    bans: [{ ban: banRow({ id: id('8'), reason: 'Racism in chat', ...change }), banlist: 'Night' }],
  },
});

function open(connection = banConnection()) {
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}?tab=add`);
  return connection;
}

/** Types these one after the other, faster than anybody is asked. */
async function types(field: Locator, texts: readonly string[]): Promise<void> {
  await expect.element(field).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const text of texts) await field.fill(text);
    vi.advanceTimersByTime(1_000);
  } finally {
    vi.useRealTimers();
  }
}

it('asks once an id is whole and somebody types no more, and says by what, until when and where', async () => {
  const until = Date.UTC(2090, 0, 2);
  const connection = open(banConnection().answer('bansNaming', () => banned({ until })));
  const uid = page.getByLabelText('Bohemia UID');
  await types(uid, [UID.slice(0, 9), UID, `${UID}q`, `${UID}qr`]);
  await expect
    .poll(() => already.element().textContent)
    .toMatch(/They are banned already\..*Racism in chat Night · .*2090/);
  expect(connection.inputs('bansNaming')).toEqual([{ query: { bohemia_id: `${UID}qr` } }]);
  await expect
    .element(already.getByRole('link', { name: 'Open that ban' }))
    .toHaveAttribute('href', to.ban(LIST_ID, id('8')));
});

it('says it of all ids together, and no more of one that is not whole any more', async () => {
  const connection = open(banConnection().answer('bansNaming', () => banned()));
  await types(page.getByLabelText('BattlEye GUID'), ['ABCDEF0123456789ABCDEF0123456789']);
  await types(steam, [STEAM.slice(0, 16), STEAM]);
  const guid = 'abcdef0123456789abcdef0123456789';
  await expect
    .poll(() => connection.inputs('bansNaming').at(-1))
    .toEqual({ query: { steam_id: STEAM, guid } });
  await expect.element(already).toBeVisible();
  await steam.fill(STEAM.slice(0, 16));
  await page.getByLabelText('BattlEye GUID').fill('');
  await expect.element(already).not.toBeInTheDocument();
});

it('says of an address that it is banned already', async () => {
  const connection = open(banConnection().answer('bansNaming', () => banned()));
  await page.getByRole('radio', { name: 'an address' }).click();
  await types(page.getByLabelText('Address', { exact: true }), ['198.51.100.1', '198.51.100.12']);
  await expect
    .poll(() => already.element().textContent)
    .toMatch(/This address is banned already\..*Racism in chat Night · for good/);
  expect(connection.inputs('bansNaming')).toEqual([{ query: { address: '198.51.100.12' } }]);
});

it('says nothing of whom no ban names, or where nobody answers, and lets them be banned', async () => {
  let answers = 0;
  const connection = open(
    banConnection()
      .answer('bansNaming', () => {
        answers += 1;
        return answers === 1 ? { ok: true, value: { bans: [] } } : refusal('rate-limited');
      })
      .answer('banCreate', () => ({ ok: true, value: { position: 2 } })),
  );
  for (const [at, typed] of ['76561198000000002', '76561198000000003'].entries()) {
    await types(steam, [typed]);
    await expect.poll(() => answers).toBe(at + 1);
    await expect.element(already).not.toBeInTheDocument();
  }
  await page.getByLabelText('Reason').fill('Wall glitching');
  await page.getByRole('button', { name: 'Add the ban' }).click();
  await expect.poll(() => connection.inputs('banCreate')).toHaveLength(1);
});
