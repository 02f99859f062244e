import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { banConnection, banListRow, id, LIST_ID } from '../bans/known/doubles.ts';
import { BanListPage } from './list-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const DONE = { ok: true, value: { position: 2 } } as const;
const CODE = 'ABCD-EFGH-JKLM-NPQR';
const OTHER = id('7');
const params = { banlist_id: LIST_ID };

function open(connection = banConnection(), tab = 'follows') {
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}?tab=${tab}`);
  return connection;
}

it('follows another list by its code, says before who is kicked, and what is wrong with a code', async () => {
  const answers = [refusal('share-code-unknown', { share_code: 'share-code-unknown' }), DONE];
  const connection = open(banConnection().answer('banListFollow', () => answers.shift() ?? DONE));
  await page.getByRole('button', { name: 'Follow a list' }).click();
  await expect
    .element(page.getByText(/Whoever is on the other list and on the server/))
    .toBeVisible();
  const code = page.getByLabelText('Share code');
  await userEvent.keyboard('ABCD{Enter}');
  await expect.element(code).toHaveAccessibleDescription(/A code looks like this/);
  await userEvent.fill(code, CODE.toLowerCase());
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/No ban list has this code/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/Griefers.* follows it now/)).toBeVisible();
  const asked = { params, body: { share_code: CODE } };
  expect(connection.inputs('banListFollow')).toEqual([asked, asked]);
});

it('says how many who are on now would be kicked, of the code that is typed and of no other', async () => {
  const kept = { [CODE]: 3, 'ZZZZ-EFGH-JKLM-NPQR': 0 };
  const connection = open(
    banConnection().answer('banListFollowPreview', ({ body }) => {
      const kept_out = kept[(body?.share_code ?? '') as keyof typeof kept];
      if (kept_out === undefined) return refusal('share-code-unknown');
      return { ok: true, value: { players: 40, kept_out, unseen: kept_out === 0 ? 1 : 0 } };
    }),
  );
  await page.getByRole('button', { name: 'Follow a list' }).click();
  const code = page.getByLabelText('Share code');
  const count = page.getByRole('dialog').getByRole('status');
  await code.fill('ABCD');
  await expect.element(count).not.toBeInTheDocument();
  await code.fill(CODE.toLowerCase());
  await expect.element(count).toHaveTextContent('3 of 40 players who are on now would be kicked.');
  const follow = page.getByRole('dialog').getByRole('button', { name: 'Follow' });
  await expect.element(follow).toHaveAttribute('data-kind', 'danger');
  await code.fill('ZZZZ-EFGH-JKLM-NPQR');
  await expect
    .element(count)
    .toHaveTextContent(
      'Of 40 players who are on now, nobody would be kicked. Servers that you may not see are not counted.',
    );
  await expect.element(follow).not.toHaveAttribute('data-kind', 'danger');
  await code.fill('YYYY-EFGH-JKLM-NPQR');
  await expect.poll(() => connection.inputs('banListFollowPreview').length).toBe(3);
  await expect.element(count).not.toBeInTheDocument();
});

it('marks following as harmful only once it is known of that code, and says where nobody answers', async () => {
  const NEXT = 'ZZZZ-EFGH-JKLM-NPQR';
  const connection = open(
    banConnection().answer('banListFollowPreview', ({ body }) =>
      body?.share_code === CODE
        ? { ok: true, value: { players: 40, kept_out: 3, unseen: 0 } }
        : new Promise(() => {}),
    ),
  );
  await page.getByRole('button', { name: 'Follow a list' }).click();
  const dialog = page.getByRole('dialog');
  const code = page.getByLabelText('Share code');
  const follow = dialog.getByRole('button', { name: 'Follow' });
  await code.fill(CODE);
  await expect.element(follow).toHaveAttribute('data-kind', 'danger');
  await code.fill(CODE.slice(0, 8));
  await expect.element(follow).not.toHaveAttribute('data-kind', 'danger');
  await code.fill(CODE);
  await expect.element(follow).toHaveAttribute('data-kind', 'danger');
  await code.fill(NEXT);
  await expect.element(follow).not.toHaveAttribute('data-kind', 'danger');
  await code.fill('');
  connection.answer('banListFollowPreview', () => ({ ok: false, error: { kind: 'unreachable' } }));
  await code.fill(NEXT);
  await expect.element(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  connection.answer('banListFollowPreview', () => ({
    ok: true,
    value: { players: 40, kept_out: 3, unseen: 0 },
  }));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent('3 of 40 players who are on now would be kicked.');
});

it('asks whom it would kick where a server obeys the list, and not where none does', async () => {
  const connection = open(
    banConnection(banListRow({ servers: 0 })).answer('banListFollow', () => DONE),
  );
  await page.getByRole('button', { name: 'Follow a list' }).click();
  await page.getByLabelText('Share code').fill(CODE);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => connection.inputs('banListFollow')).toHaveLength(1);
  expect(connection.inputs('banListFollowPreview')).toEqual([]);
});

it.each([
  ['share-code-unknown', /No ban list has this code/],
  ['not-followable', /cannot be followed. Ask its owner/],
  ['follows-itself', /cannot follow itself/],
  ['already-followed', /This list follows it already/],
  ['already-primary', /has it as its primary list/],
  ['followed-by-primary', /primary list of a server follows it already/],
  ['limit-reached', /20 others at most/],
] as const)('says at the code why it is refused: %s', async (code, text) => {
  // What the preview is refused by is said of the code, and nowhere else.
  open(
    banConnection()
      .answer('banListFollow', () => refusal(code, { share_code: code }))
      .answer('banListFollowPreview', () => refusal(code, { share_code: code })),
  );
  await page.getByRole('button', { name: 'Follow a list' }).click();
  const field = page.getByLabelText('Share code');
  await field.fill(CODE);
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAccessibleDescription(text);
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('shows what it follows, and stops after saying what no longer holds', async () => {
  const connection = open(
    banConnection()
      .tell('banListFollows', [
        {
          id: OTHER,
          server_id: null,
          banlist_id: LIST_ID,
          identifier: 'Theirs',
          owner_id: id('e'),
          owner_name: 'Eve',
          public: false,
          verified: false,
          bans: 12,
          since: 0,
        },
      ])
      .answer('banListUnfollow', () => DONE),
  );
  await expect
    .poll(() => page.getByRole('row').nth(1).element().textContent)
    .toMatch(/Theirs.*Eve.*12/);
  await page.getByRole('button', { name: /Stop following .*Theirs/ }).click();
  await expect.element(page.getByText(/12 bans do not hold on your servers/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop following' }).click();
  await expect
    .poll(() => connection.inputs('banListUnfollow'))
    .toEqual([{ params: { ...params, followed_id: OTHER }, body: {} }]);
});

it('tells how many follow it and which of those one sees, and gives the code another value', async () => {
  const list = banListRow({ allow_followers: true, share_code: CODE, followers: 3 });
  const own = banListRow({ id: OTHER, identifier: 'Mine', follows: [LIST_ID] });
  const connection = open(
    banConnection(list)
      .tell('banLists', [list, own])
      .answer('banListCodeRenew', () => DONE),
  );
  await expect
    .element(page.getByText(/^3 lists follow it\. Of those you see: .*Mine/))
    .toBeVisible();
  await expect.element(page.getByText(CODE)).toBeVisible();
  await page.getByRole('button', { name: 'New code' }).click();
  await expect.element(page.getByText(/already goes on to/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'New code' }).click();
  await expect.poll(() => connection.inputs('banListCodeRenew')).toEqual([{ params, body: {} }]);
});

it('has neither code nor buttons for whoever may not change the list', async () => {
  const list = banListRow({ permissions: ['banlist.view'], allow_followers: true });
  open(banConnection(list));
  await expect.element(page.getByText(/The share code is for those who may change/)).toBeVisible();
  await expect.element(page.getByText(/To do this|you need the permission/).first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Follow a list' })).not.toBeInTheDocument();
});

it('says before it is saved that followers follow it no more', async () => {
  const list = banListRow({ allow_followers: true, share_code: CODE, followers: 2 });
  const connection = open(
    banConnection(list).answer('banListEdit', () => DONE),
    'settings',
  );
  await page.getByLabelText('Let other lists follow it').click();
  await expect.element(page.getByText(/^2 lists follow it. Once you save/)).toBeVisible();
  await page.getByRole('button', { name: 'Save the settings' }).click();
  await expect
    .poll(() => connection.inputs('banListEdit'))
    .toMatchObject([{ body: { allow_followers: false, was: { allow_followers: true } } }]);
});
