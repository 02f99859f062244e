import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import type { RowOf } from '../../../protocol/resources/registry.ts';
import { draw } from '../../app/doubles.tsx';
import { banConnection, banListRow, id, LIST_ID } from '../../bans/known/doubles.ts';
import { refusal } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { BanListPage } from '../list-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const DONE = { ok: true, value: { position: 2 } } as const;
const LINK = `https://theirs.example.org/ban-manager#share=${id('5')}.${'A'.repeat(22)}.${'0'.repeat(32)}`;
const params = { banlist_id: LIST_ID };

function open(connection = banConnection()) {
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}?tab=follows`);
  return connection;
}

function remoteRow(change: Partial<RowOf<'banListRemotes'>> = {}): RowOf<'banListRemotes'> {
  return {
    id: id('7'),
    server_id: null,
    banlist_id: LIST_ID,
    identifier: 'Theirs',
    origin: 'https://theirs.example.org',
    addresses: false,
    bans: 12,
    total: null,
    since: 0,
    state: 'current',
    checked_at: 1,
    failing_since: null,
    cause: null,
    next_at: null,
    ended_at: null,
    ...change,
  };
}

it('follows a list by its link, and says at it what is wrong and what the other side says', async () => {
  const answers = [refusal('share-link-refused'), DONE];
  const connection = open(
    banConnection().answer('banListRemoteFollow', () => answers.shift() ?? DONE),
  );
  await page.getByRole('button', { name: 'Follow by a link' }).click();
  const link = page.getByLabelText('Link');
  await userEvent.fill(link, 'https://theirs.example.org');
  await userEvent.keyboard('{Enter}');
  await expect.element(link).toHaveAccessibleDescription(/ends with #share=/);
  await userEvent.fill(link, LINK);
  await page.getByLabelText('Take bans of addresses, too').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Follow' }).click();
  await expect.element(page.getByText(/does not take this link/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Follow' }).click();
  await expect.element(page.getByText(/Griefers.* follows it now/)).toBeVisible();
  const [first, second] = connection.inputs('banListRemoteFollow');
  expect(first).toMatchObject({ params, body: { link: LINK, addresses: true } });
  expect(second).toEqual(first);
});

it('says of a list that cannot be read why, and reads it now or stops when it is asked to', async () => {
  const failing = remoteRow({
    state: 'failing',
    cause: 'certificate',
    failing_since: 0,
    next_at: 9,
  });
  const connection = open(
    banConnection()
      .tell('banListRemotes', [failing])
      .answer('banListRemoteNow', () => DONE)
      .answer('banListRemoteUnfollow', () => DONE),
  );
  await expect.element(page.getByText(/Its certificate is not trusted/)).toBeVisible();
  await page.getByRole('button', { name: /Read .*Theirs.* now/ }).click();
  await expect.element(page.getByText(/Theirs.* is being read/)).toBeVisible();
  await page.getByRole('button', { name: /Stop following .*Theirs/ }).click();
  await expect.element(page.getByText(/12 bans do not hold on your servers/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop following' }).click();
  const named = { params: { ...params, remote_id: id('7') }, body: {} };
  await expect.poll(() => connection.inputs('banListRemoteUnfollow')).toEqual([named]);
  expect(connection.inputs('banListRemoteNow')).toEqual([named]);
});

it('says of a first copy how far it is, also while the other side is away', async () => {
  const copying = remoteRow({ state: 'starting', checked_at: null, bans: 12_000, total: 500_000 });
  const stuck = {
    ...copying,
    id: id('8'),
    state: 'failing',
    cause: 'busy',
    failing_since: 0,
  } as const;
  open(banConnection().tell('banListRemotes', [copying, stuck]));
  await expect
    .element(page.getByText('The first copy is being made: 12,000 of 500,000 bans are here.'))
    .toBeVisible();
  await expect
    .element(page.getByText(/has too much to do.* 12,000 of 500,000 bans are here/))
    .toBeVisible();
});

it('makes a link, shows it once, and ends what was shared', async () => {
  const list = banListRow({ allow_followers: true });
  const share = {
    id: id('5'),
    server_id: null,
    banlist_id: LIST_ID,
    addresses: true,
    created_at: 0,
    until: null,
    since: 0,
    origin: 'https://theirs.example.org',
    key: 'ab'.repeat(16),
    asked_at: 0,
  };
  const connection = open(
    banConnection(list)
      .tell('banListShares', [share])
      .answer('banListShare', () => ({ ok: true, value: { position: 2, link: LINK } }))
      .answer('banListShareEnd', () => DONE),
  );
  await page.getByRole('button', { name: 'Share with another Muster' }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect.element(page.getByText(LINK)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(connection.inputs('banListShare')).toMatchObject([{ params, body: { addresses: false } }]);
  await page.getByRole('button', { name: /Stop sharing with .*theirs/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expect
    .poll(() => connection.inputs('banListShareEnd'))
    .toEqual([{ params: { ...params, share_id: share.id }, body: {} }]);
});

it('whoever may only see the list has no buttons, and no followers to see', async () => {
  const list = banListRow({ permissions: ['banlist.view'], allow_followers: true });
  open(banConnection(list).tell('banListRemotes', [remoteRow()]));
  await expect.element(page.getByText('theirs.example.org')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Follow by a link' }))
    .not.toBeInTheDocument();
  await expect.element(page.getByText('Other Musters that follow it')).not.toBeInTheDocument();
});
