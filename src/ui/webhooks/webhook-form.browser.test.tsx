/** What is typed of a webhook: its format, its address, its events and its secret. */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { loadStyles } from '../../../tests/support/barriers.ts';
import { WEBHOOK_EVENT } from '../../protocol/webhooks/limits.ts';
import { webhookSecret } from '../../protocol/webhooks/fields.ts';
import type { CallInput } from '../../worker/contract.ts';
import { banConnection, id, LIST_ID } from '../bans/known/doubles.ts';
import { draw } from '../app/doubles.tsx';
import { refusal } from '../data/doubles.ts';
import { BanListPage } from '../ban-manager/list-page.tsx';
import { startTexts } from '../text/i18n.ts';
import { webhookRow } from './doubles.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
beforeEach(() => page.viewport(1_440, 900));
afterEach(() => {
  leave?.();
  vi.restoreAllMocks();
});

const DONE = { ok: true, value: { position: 2 } } as const;
const OF_DISCORD = 'https://discord.com/api/webhooks/123456/abcDEF';
const OWN = 'https://bot.example.org/muster';
const dialog = page.getByRole('dialog');
const address = dialog.getByLabelText('Address');
const format = dialog.getByLabelText('Format');
const secret = dialog.getByRole('textbox', { name: 'Secret' });
const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

function open(connection = banConnection()) {
  const at = `/ban-manager/${LIST_ID}?tab=integrations`;
  leave = draw(<BanListPage listId={LIST_ID} />, connection, at);
  return connection;
}

async function adding(connection = banConnection().answer('banListWebhookAdd', () => DONE)) {
  open(connection);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  return connection;
}

async function editing(row = webhookRow()) {
  const connection = open(
    banConnection()
      .tell('banListWebhooks', [row])
      .answer('banListWebhookEdit', () => DONE),
  );
  await page.getByRole('button', { name: /^Edit the webhook/ }).click();
  await expect.element(dialog).toBeVisible();
  return connection;
}

const asked = (connection: ReturnType<typeof banConnection>) =>
  connection.inputs('banListWebhookAdd') as CallInput<'banListWebhookAdd'>[];

it('adds one for a channel of Discord by its pasted address, which says the format itself', async () => {
  const connection = await adding();
  await format.selectOptions('Muster');
  await expect.element(secret).toBeVisible();
  await userEvent.fill(address, OF_DISCORD);
  await expect.element(format).toHaveValue('DISCORD');
  await expect.element(dialog.getByText(/so the format is Discord now/)).toBeVisible();
  await expect.element(secret).not.toBeInTheDocument();
  await userEvent.fill(dialog.getByLabelText('Sender’s name'), 'Discord');
  await press('Add');
  await expect
    .element(dialog.getByLabelText('Sender’s name'))
    .toHaveAccessibleDescription(/Discord takes no name/);
  await userEvent.fill(dialog.getByLabelText('Sender’s name'), 'Gate');
  await dialog.getByLabelText('A ban is removed from the list').click();
  await press('Add');
  await expect.element(dialog).not.toBeInTheDocument();
  const body = {
    flavor: 'DISCORD',
    url: OF_DISCORD,
    events: WEBHOOK_EVENT.filter((event) => event !== 'ban.removed'),
    username: 'Gate',
    avatar_url: null,
  };
  expect(asked(connection)).toMatchObject([{ params: { banlist_id: LIST_ID }, body }]);
  expect(asked(connection)[0]?.body).not.toHaveProperty('secret');
});

it('leaves the format of Muster to whoever chooses it again over an address of Discord', async () => {
  await adding();
  await format.selectOptions('Muster');
  await userEvent.fill(address, OF_DISCORD);
  await format.selectOptions('Muster');
  await userEvent.type(address, '2');
  await expect.element(address).toHaveValue(`${OF_DISCORD}2`);
  await expect.element(format).toHaveValue('MUSTER');
});

it('makes a secret for a program, copies it, and sends the one that was shown last', async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text);
  });
  const connection = await adding();
  await format.selectOptions('Muster');
  await userEvent.fill(address, OWN);
  const first = (secret.element() as HTMLInputElement).value;
  await press('Make another');
  await expect.element(secret).not.toHaveValue(first);
  await expect.element(secret).toHaveAccessibleDescription(/it is not shown again/);
  await press('Copy');
  await expect.element(page.getByText('Copied Secret')).toBeVisible();
  await press('Add');
  await expect.poll(() => asked(connection)).toHaveLength(1);
  const body = asked(connection)[0]?.body;
  expect(body).toMatchObject({ flavor: 'MUSTER', url: OWN, username: null, avatar_url: null });
  expect(copied).toEqual([body?.secret]);
  expect([first, body?.secret].map((one) => webhookSecret.safeParse(one).success)).toEqual([
    true,
    true,
  ]);
});

it('says what is wrong where it is wrong, and sends nothing', async () => {
  const connection = await adding();
  await press('Add');
  await expect.element(address).toHaveFocus();
  await expect.element(address).toHaveAccessibleDescription(/required/);
  await userEvent.fill(address, OF_DISCORD);
  for (const box of dialog.getByRole('checkbox').elements()) await userEvent.click(box);
  await press('Add');
  await expect.element(dialog.getByText('Choose at least 1.')).toBeVisible();
  await expect.element(dialog.getByRole('checkbox').first()).toHaveFocus();
  await format.selectOptions('Muster');
  await userEvent.fill(secret, 'hunter2');
  await dialog.getByRole('checkbox').first().click();
  await press('Add');
  await expect.element(secret).toHaveAccessibleDescription(/begins with whsec_/);
  expect(asked(connection)).toEqual([]);
});

it('warns at the address where others could read what is sent', async () => {
  await adding();
  await userEvent.fill(address, 'https://10.0.0.7/muster');
  await expect.element(address).toHaveAccessibleDescription(/At most 500 characters/);
  await expect.element(address).not.toHaveAccessibleDescription(/not encrypted/);
  await userEvent.fill(address, 'http://10.0.0.7/muster');
  await expect.element(address).toHaveAccessibleDescription(/not encrypted/);
});

it.each([
  ['limit-reached', /20 webhooks at most/],
  ['plan-limit-reached', /With the plan of whoever owns this list/],
] as const)('says of %s what to do, and sends the same again', async (code, text) => {
  const answers = [refusal(code), DONE];
  const connection = await adding(
    banConnection().answer('banListWebhookAdd', () => answers.shift() ?? DONE),
  );
  await userEvent.fill(address, OF_DISCORD);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(text)).toBeVisible();
  await press('Add');
  await expect.element(dialog).not.toBeInTheDocument();
  const [first, second] = asked(connection);
  expect(second).toEqual(first);
});

it('says at the secret that the host wants one', async () => {
  await adding(banConnection().answer('banListWebhookAdd', () => refusal('secret-needed')));
  await format.selectOptions('Muster');
  await userEvent.fill(address, OWN);
  await press('Add');
  await expect.element(secret).toHaveAccessibleDescription(/needs a secret to sign with/);
  await expect.element(secret).toHaveFocus();
});

it('keeps the address and the secret of one that is there unless others are typed', async () => {
  const row = webhookRow({ flavor: 'MUSTER', target: 'https://bot.example.org/…', secret: true });
  const connection = await editing(row);
  await expect.element(address).toHaveAccessibleDescription(/and .*bot\.example\.org.* stays/);
  await expect.element(dialog.getByText(/The stored one stays/)).toBeVisible();
  await dialog.getByLabelText('A ban is revoked').click();
  await press('Save');
  await expect.poll(() => connection.inputs('banListWebhookEdit')).toHaveLength(1);
  const events = WEBHOOK_EVENT.filter((event) => event !== 'ban.revoked');
  const kept = { flavor: 'MUSTER', events, username: null, avatar_url: null, was: 5 };
  expect(JSON.parse(JSON.stringify(connection.inputs('banListWebhookEdit')))).toEqual([
    { params: { banlist_id: LIST_ID, webhook_id: id('7') }, body: kept },
  ]);
});

it('gives one that is there another secret, or keeps it after all', async () => {
  const connection = await editing(webhookRow({ flavor: 'MUSTER', secret: true }));
  await press('Make a new one');
  await press('Keep the stored one');
  await expect.element(secret).not.toBeInTheDocument();
  await press('Make a new one');
  await expect.element(secret).toHaveAccessibleDescription(/signed with this one alone/);
  const { value } = secret.element() as HTMLInputElement;
  await press('Save');
  await expect
    .poll(() => connection.inputs('banListWebhookEdit'))
    .toMatchObject([{ body: { secret: value } }]);
});

it('makes a secret where one of Discord’s becomes one of Muster’s', async () => {
  const connection = await editing(webhookRow());
  await format.selectOptions('Muster');
  await expect.element(secret).toHaveValue(expect.stringMatching(/^whsec_/));
  await press('Save');
  await expect
    .poll(() => connection.inputs('banListWebhookEdit'))
    .toMatchObject([{ body: { flavor: 'MUSTER', secret: expect.stringMatching(/^whsec_/) } }]);
});

it('overwrites what somebody else made of what is typed only once that was shown', async () => {
  const row = webhookRow({ username: 'Gate' });
  let now = row;
  const connection = open(
    banConnection()
      .tell('banListWebhooks', [row])
      .answer('banListWebhookEdit', ({ body }) =>
        body?.was === now.changed_at ? DONE : refusal('row-changed'),
      ),
  );
  await page.getByRole('button', { name: /^Edit the webhook/ }).click();
  const sender = dialog.getByLabelText('Sender’s name');
  await userEvent.fill(sender, 'Mine');
  now = webhookRow({ username: 'Theirs', changed_at: 9 });
  connection.tell('banListWebhooks', [now]);
  await press('Save');
  await expect
    .element(sender)
    .toHaveAccessibleDescription(/Somebody else changed this to .*Theirs/);
  await press('Save');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(connection.inputs('banListWebhookEdit')).toMatchObject([
    { body: { username: 'Mine', was: 5 } },
    { body: { username: 'Mine', was: 9 } },
  ]);
});

it('takes over what somebody else changed elsewhere in it, and says that it was removed', async () => {
  const connection = await editing(webhookRow());
  await userEvent.fill(dialog.getByLabelText('Sender’s name'), 'Mine');
  connection.tell('banListWebhooks', [webhookRow({ events: ['ban.added'], changed_at: 9 })]);
  await expect.element(dialog.getByLabelText('A ban is revoked')).not.toBeChecked();
  connection.answer('banListWebhookEdit', () => refusal('not-found'));
  connection.tell('banListWebhooks', []);
  await expect.element(dialog.getByText('This webhook was removed.')).toBeVisible();
  await press('Save');
  await expect.element(dialog.getByText('This webhook is not there any more.')).toBeVisible();
  expect(connection.inputs('banListWebhookEdit')).toMatchObject([
    { body: { events: ['ban.added'], username: 'Mine', was: 9 } },
  ]);
});

it.each(['DISCORD', 'MUSTER'])('fits a phone in the format %s', async (flavor) => {
  await page.viewport(390, 844);
  await loadStyles();
  await adding();
  await format.selectOptions(flavor === 'MUSTER' ? 'Muster' : 'Discord');
  await userEvent.fill(address, `https://${'m'.repeat(400)}.example.org/`);
  const popup = dialog.element();
  expect(popup.scrollWidth).toBeLessThanOrEqual(popup.clientWidth);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
