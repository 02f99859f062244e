/** Ids that are one person: joined by a guess or by hand, and parted again. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { accountRow, refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { ANN, connection, HELL, NOON, ok, OTHER, profile } from './doubles.ts';
import { ProfilePage } from './profile-page.tsx';

const STEAM = '76561198000000099';

let leave: (() => void) | undefined;
beforeAll(startTexts);
beforeEach(() => page.viewport(1_200, 800));
afterEach(() => leave?.());

it('whoever operates the Muster joins a guess after seeing what speaks for it, and parts them again', async () => {
  let joined = false;
  const on = connection()
    .put('places', [])
    .answer('personJoin', () => {
      joined = true;
      return ok({ muster_id: ANN });
    })
    .answer('personPart', () => {
      joined = false;
      return ok({ status: true as const });
    })
    .answer('personProfile', () => ok({ ...profile, ids: joined ? [ANN, OTHER] : [ANN] }))
    .answer('personJoins', () =>
      ok({
        joins: joined
          ? [
              {
                id: 7,
                one: { muster_id: ANN, name: 'Ann' },
                other: { muster_id: OTHER, name: HELL },
                kind: 'hand' as const,
                since: NOON,
                by: { muster_id: OTHER, name: 'Boss' },
                undoable: true,
              },
            ]
          : [],
      }),
    );
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  await userEvent.click(page.getByRole('button', { name: 'Same person' }));
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/same address/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Join them' }));
  const panel = page.getByRole('region', { name: 'Joined to this person' });
  await expect.element(panel.getByText('joined by hand')).toBeVisible();
  expect(on.inputs('personJoin')).toMatchObject([
    { params: { muster_id: ANN }, body: { other: OTHER } },
  ]);
  await userEvent.click(panel.getByRole('button', { name: 'Part them' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Part them' }));
  await expect.element(panel.getByText('Nobody is joined to this person.')).toBeVisible();
  expect(on.inputs('personPart')).toMatchObject([{ body: { join: 7 } }]);
});

it.each([
  ['older', /^That version did not keep what each had, so this cannot be undone\.$/],
  ['link', /^This ends when the account is unlinked\.$/],
] as const)('says of a join that is %s why it cannot be undone', async (kind, why) => {
  const join = {
    id: 7,
    one: { muster_id: ANN, name: 'Ann' },
    other: { muster_id: OTHER, name: HELL },
    kind,
    since: null,
    by: null,
    undoable: false,
  };
  const on = connection()
    .put('places', [])
    .answer('personJoins', () => ok({ joins: [join] }));
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  const panel = page.getByRole('region', { name: 'Joined to this person' });
  await expect.element(panel.getByText(why)).toBeVisible();
  expect(panel.getByRole('button', { name: 'Part them' }).elements()).toEqual([]);
});

it('a guess is no more than that for whoever does not operate the Muster', async () => {
  const on = connection()
    .put('account', [accountRow({ capabilities: [] })])
    .put('places', []);
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  await expect.element(page.getByText(/^same address/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Same person' }).elements()).toEqual([]);
  expect(page.getByRole('region', { name: 'Joined to this person' }).elements()).toEqual([]);
});

/** Somebody of another game, who has neither name nor address with Ann in common. */
const rust = {
  ...profile,
  muster_id: OTHER,
  ids: [OTHER],
  servers: profile.servers.map((server) => ({
    ...server,
    names: [{ name: HELL, last: NOON }],
    identities: [{ kind: 'steam_id' as const, value: STEAM, last: NOON }],
  })),
};

/** A host that knows nobody beside these two, and guesses nothing. */
function two() {
  let joined = false;
  return connection()
    .put('places', [])
    .answer('personAlternates', () => ok({ alternates: [], addresses: false }))
    .answer('userResolve', ({ query }) =>
      query?.identifier === STEAM
        ? ok({ muster_id: OTHER })
        : query?.identifier === 'Ann'
          ? ok({ muster_id: ANN })
          : refusal('not-found'),
    )
    .answer('personProfile', ({ params }) =>
      ok(params?.muster_id === OTHER && !joined ? rust : { ...profile, ids: [ANN, OTHER] }),
    )
    .answer('personJoin', () => {
      joined = true;
      return ok({ muster_id: ANN });
    });
}

it('any two are joined by an id, though no guess names both, after the same question', async () => {
  const on = two();
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  const panel = page.getByRole('region', { name: 'Joined to this person' });
  await userEvent.fill(panel.getByRole('textbox', { name: 'Who else this person is' }), STEAM);
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/^Are .*Ann.* one person\?$/)).toBeVisible();
  await expect.element(dialog.getByText(STEAM)).toBeVisible();
  await expect.element(dialog.getByText(OTHER)).toBeVisible();
  expect(on.inputs('personJoin')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Join them' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(on.inputs('personJoin')).toMatchObject([
    { params: { muster_id: ANN }, body: { other: OTHER } },
  ]);
  await expect.element(panel.getByRole('textbox')).toHaveValue('');
});

it('the field says that nobody has the id, that it leads to the same person, and why two are never one', async () => {
  const on = two().answer('personJoin', () => refusal('two-accounts'));
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  const panel = page.getByRole('region', { name: 'Joined to this person' });
  const field = panel.getByRole('textbox');
  const ask = async (text: string) => {
    await userEvent.fill(field, text);
    await userEvent.click(panel.getByRole('button', { name: 'Find and join' }));
  };
  await ask('');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await ask('nobody at all');
  await expect.element(panel.getByText(/^Nobody whom you may see has this id/)).toBeVisible();
  await ask('Ann');
  await expect.element(panel.getByText(/^This leads to the person/)).toBeVisible();
  await userEvent.fill(field, 'Ann of');
  await expect.element(panel.getByText(/^This leads to the person/)).not.toBeInTheDocument();
  await ask(STEAM);
  const dialog = page.getByRole('dialog');
  await userEvent.click(dialog.getByRole('button', { name: 'Join them' }));
  await expect.element(dialog.getByText(/^Both have an account/)).toBeVisible();
});

it('somebody who was on no server that one sees can be joined, too', async () => {
  const on = two().answer('personProfile', () => ok({ ...profile, servers: [] }));
  leave = draw(<ProfilePage asked={ANN} />, on, `/profile/${ANN}`);
  const panel = page.getByRole('region', { name: 'Joined to this person' });
  await expect.element(panel.getByRole('textbox')).toBeVisible();
});

it('the question about names from hell is no wider than a phone', async () => {
  await page.viewport(390, 800);
  leave = draw(<ProfilePage asked={ANN} />, two(), `/profile/${ANN}`);
  const panel = page.getByRole('region', { name: 'Joined to this person' });
  await userEvent.fill(panel.getByRole('textbox'), STEAM);
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(STEAM)).toBeVisible();
  expect(dialog.element().scrollWidth).toBeLessThanOrEqual(dialog.element().clientWidth);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
