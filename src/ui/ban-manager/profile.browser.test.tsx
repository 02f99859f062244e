import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { banConnection, banListRow, id, LIST_ID, publicListAnswer } from '../bans/known/doubles.ts';
import { BanListPage } from './list-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const params = { banlist_id: LIST_ID };
const PROFILE = {
  category: 'no-rules' as const,
  description: 'Cheaters of five servers.',
  contact_email: 'bans@example.org',
  website: 'https://example.org/bans',
  teamspeak: '',
  discord: '',
};
const NONE = { ok: true, value: { profile: null } } as const;
const HELD = { ok: true as const, value: { profile: PROFILE } };

function open(list = banListRow(), answers: readonly CallAnswer<'banListProfileRead'>[] = []) {
  const left = [...answers];
  const connection = banConnection(list).answer('banListProfileRead', () => {
    const value = left.length > 1 ? left.shift() : left[0];
    return { ok: true, value: value ?? { profile: null } };
  });
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}?tab=profile`);
  return connection;
}

it('shows everybody what a public list says of itself, without empty lines', async () => {
  const connection = banConnection()
    .tell('banLists', [banListRow({ id: id('9') })])
    .answer('banListPublic', () => ({ ok: true, value: publicListAnswer({ profile: PROFILE }) }));
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}`);
  const panel = page.getByRole('region', { name: 'Public profile' });
  await expect
    .poll(() => panel.element().textContent)
    .toMatch(/Cheaters.*CategoryNo rules.*in force12.*follow it3.*Jan.*2026.*bans@example\.org/);
  const site = page.getByRole('link', { name: 'https://example.org/bans' });
  await expect.element(site).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  const mail = page.getByRole('link', { name: 'bans@example.org' });
  await expect.element(mail).toHaveAttribute('href', 'mailto:bans@example.org');
  expect(panel.element().textContent).not.toMatch(/TeamSpeak|Discord/);
});

it('is written with what is needed marked, and says that nobody reads it yet', async () => {
  const connection = open(banListRow(), [{ profile: null }, { profile: PROFILE }]).answer(
    'banListProfileSet',
    () => HELD,
  );
  await expect.element(page.getByText(/the list is not public/)).toBeVisible();
  const save = page.getByRole('button', { name: 'Save the profile' });
  await page.getByLabelText('Website').fill('http://example.org');
  await save.click();
  const described = page.getByLabelText('Description');
  await expect.element(described).toHaveAccessibleDescription(/required/);
  await expect
    .element(page.getByLabelText('Contact e-mail'))
    .toHaveAccessibleDescription(/required/);
  await expect.element(page.getByLabelText('Website')).toHaveAccessibleDescription(/https:\/\//);
  expect(connection.inputs('banListProfileSet')).toEqual([]);
  await page.getByLabelText('Category').selectOptions('No rules');
  await described.fill(PROFILE.description);
  await page.getByLabelText('Contact e-mail').fill(PROFILE.contact_email);
  await page.getByLabelText('Website').fill(PROFILE.website);
  await save.click();
  await expect.element(page.getByText('The profile is saved.').last()).toBeVisible();
  expect(connection.inputs('banListProfileSet')).toMatchObject([
    { params, body: { ...PROFILE, was: { category: 'general', description: '' } } },
  ]);
  await expect.element(page.getByRole('region', { name: 'Public profile' })).toBeVisible();
});

it('is removed once asked', async () => {
  const connection = open(banListRow({ public: true }), [
    { profile: PROFILE },
    { profile: null },
  ]).answer('banListProfileRemove', () => NONE);
  await page.getByRole('button', { name: 'Remove the profile' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the profile' }).click();
  await expect.element(page.getByText('The profile is removed.').last()).toBeVisible();
  await expect.element(page.getByLabelText('Description')).toHaveValue('');
  expect(connection.inputs('banListProfileRemove')).toEqual([{ params, body: {} }]);
});

it('shows what somebody else wrote meanwhile, and keeps what was typed', async () => {
  const theirs = { ...PROFILE, description: 'What they wrote.' };
  open(banListRow(), [{ profile: PROFILE }, { profile: theirs }]).answer('banListProfileSet', () =>
    refusal('row-changed'),
  );
  const description = page.getByLabelText('Description');
  await description.fill('Mine.');
  await page.getByRole('button', { name: 'Save the profile' }).click();
  await expect.element(description).toHaveAccessibleDescription(/What they wrote\./);
  await expect.element(description).toHaveValue('Mine.');
});

it('is shown to who may not change the list, with whom to ask', async () => {
  open(banListRow({ permissions: ['banlist.view'], public: true }), [{ profile: PROFILE }]);
  await expect.element(page.getByText(PROFILE.description)).toBeVisible();
  await expect.element(page.getByText(/Change the ban lists/)).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Save the profile' }))
    .not.toBeInTheDocument();
});

it('asks nothing for who may not view the list', async () => {
  const connection = open(banListRow({ permissions: ['banlist.list'] }));
  await expect.element(page.getByText(/See the ban lists/)).toBeVisible();
  expect(connection.inputs('banListProfileRead')).toEqual([]);
});
