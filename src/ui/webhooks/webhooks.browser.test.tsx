/** The webhooks of a ban list: who may change them, how each stands, and what can be done with one. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { loadStyles } from '../../../tests/support/barriers.ts';
import { banConnection, banListRow, id, LIST_ID } from '../bans/known/doubles.ts';
import { draw } from '../app/doubles.tsx';
import { refusal } from '../data/doubles.ts';
import { BanListPage } from '../ban-manager/list-page.tsx';
import { startTexts } from '../text/i18n.ts';
import { webhookRow } from './doubles.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
beforeEach(() => page.viewport(1_440, 900));
afterEach(() => leave?.());

const DONE = { ok: true, value: { position: 2 } } as const;
const named = { params: { banlist_id: LIST_ID, webhook_id: id('7') }, body: {} };
const button = (name: string | RegExp) => page.getByRole('button', { name });
const NO_ROOM = 'M'.repeat(480);

function open(connection = banConnection()) {
  const address = `/ban-manager/${LIST_ID}?tab=integrations`;
  leave = draw(<BanListPage listId={LIST_ID} />, connection, address);
  return connection;
}

it('says where there is none how to get an address from Discord', async () => {
  open();
  await expect.element(page.getByText('This list tells nobody yet.')).toBeVisible();
  await expect.element(page.getByText(/Integrations, Webhooks, .*Copy Webhook URL/)).toBeVisible();
  await expect.element(button('Add a webhook')).toBeVisible();
});

it('says of each webhook how it stands, why, and when it is tried again', async () => {
  open(
    banConnection().tell('banListWebhooks', [
      webhookRow({ delivered_at: Date.now() - 7_300_000 }),
      webhookRow({
        id: id('8'),
        flavor: 'MUSTER',
        target: 'https://bot.example.org/…',
        events: ['ban.added', 'ban.revoked'],
        security: 'SSL_ERROR',
        cause: 'busy',
        code: 503,
        failing_since: Date.UTC(2026, 0, 2),
        next_at: Date.now() + 7_300_000,
        waiting: 3,
      }),
      webhookRow({ id: id('9'), status: 'PAUSED', creator_id: null, creator_name: '' }),
      webhookRow({ id: id('a'), status: 'CREATED', security: 'UNDECIDED' }),
    ]),
  );
  const row = (nth: number) => page.getByRole('row').nth(nth);
  await expect
    .element(row(1))
    .toMatchTextContent(/Discord, by Ada.*all.*active.*encrypted2 hr .*ago/);
  const failing = row(2);
  await expect.element(failing).toMatchTextContent(/Muster, by Ada.*banned · revoked/);
  await expect
    .element(failing)
    .toMatchTextContent(/not delivered.*It answered 503\..*out of order\.Since .*2026/);
  await expect.element(failing).toMatchTextContent(/Next try in 2 hr.*3 deliveries wait/);
  await expect.element(failing).toMatchTextContent(/certificate not trusted.*not yet/);
  await expect.element(row(3)).toMatchTextContent(/an account that is no more.*never sent/);
  await expect.element(row(4)).toMatchTextContent(/processing.*not known yet/);
});

it('pauses one, and takes that back', async () => {
  const connection = open(
    banConnection()
      .tell('banListWebhooks', [webhookRow()])
      .answer('banListWebhookPause', () => DONE)
      .answer('banListWebhookReset', () => DONE),
  );
  await button(/^Pause the webhook to .*discord/).click();
  await expect.poll(() => connection.inputs('banListWebhookPause')).toEqual([named]);
  await button('Undo').click();
  await expect.poll(() => connection.inputs('banListWebhookReset')).toEqual([named]);
});

it.each([
  ['PAUSED', /^Resume the webhook/],
  ['VERIFY_ERROR', /^Verify again the webhook/],
  ['ERROR', /^Switch on the webhook/],
] as const)('verifies one again that is %s', async (status, name) => {
  const answers = [refusal('being-deleted'), DONE];
  const connection = open(
    banConnection()
      .tell('banListWebhooks', [webhookRow({ status, cause: 'gone', code: 404 })])
      .answer('banListWebhookReset', () => answers.shift() ?? DONE),
  );
  await expect
    .element(page.getByText(/answered 404.*no such webhook there any more/))
    .toBeVisible();
  await button(name).click();
  await expect.element(page.getByText('This ban list is being deleted.')).toBeVisible();
  await button('Dismiss').click();
  await button(name).click();
  await expect.poll(() => connection.inputs('banListWebhookReset')).toEqual([named, named]);
});

it('says before one is removed what is lost with it', async () => {
  const connection = open(
    banConnection()
      .tell('banListWebhooks', [webhookRow({ waiting: 2 })])
      .answer('banListWebhookRemove', () => DONE),
  );
  await button(/^Remove the webhook/).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/nor the 2 deliveries that wait/)).toBeVisible();
  await expect.element(dialog.getByText(/its secret and its history/)).toBeVisible();
  expect(connection.inputs('banListWebhookRemove')).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => connection.inputs('banListWebhookRemove')).toEqual([named]);
  await expect.element(dialog).not.toBeInTheDocument();
});

it('whoever may not change them sees which permission they lack, and asks for none of them', async () => {
  const connection = open(
    banConnection(banListRow({ permissions: ['banlist.view', 'banlist.list'] })),
  );
  await expect
    .element(page.getByText(/you need the permission ‘Change webhooks of ban lists’/))
    .toBeVisible();
  await expect.element(button('Add a webhook')).not.toBeInTheDocument();
  const asked = connection.followed.filter(
    (query) => query.view === 'rows' && query.resource === 'banListWebhooks',
  );
  expect(asked).toEqual([]);
});

it('whoever may not see the bans adds none, and is told why', async () => {
  const permissions = ['banlist.view', 'banlist.modify-integrations'] as const;
  open(
    banConnection(banListRow({ permissions: [...permissions] })).tell('banListWebhooks', [
      webhookRow(),
    ]),
  );
  await expect.element(page.getByText(/you need the permission ‘See the bans/)).toBeVisible();
  await expect.element(button('Add a webhook')).not.toBeInTheDocument();
  await expect.element(button(/^Remove the webhook/)).toBeVisible();
  await expect.element(button(/^Edit the webhook/)).not.toBeInTheDocument();
});

it('changes nothing of a list that is being deleted', async () => {
  open(
    banConnection(banListRow({ deleting: 'in-progress' })).tell('banListWebhooks', [webhookRow()]),
  );
  await expect.element(page.getByText('active')).toBeVisible();
  await expect.element(button('Add a webhook')).not.toBeInTheDocument();
  await expect.element(button(/the webhook to/)).not.toBeInTheDocument();
});

it.each([390, 768, 1_110, 1_440])(
  'keeps all of a webhook in sight at %d, however long its address is',
  async (width) => {
    await page.viewport(width, 900);
    await loadStyles();
    const failing = { cause: 'address-not-allowed', failing_since: 1, next_at: 2 } as const;
    const long = { target: `https://${NO_ROOM}/…`, creator_name: 'W'.repeat(32) };
    open(
      banConnection().tell('banListWebhooks', [
        webhookRow({ ...long, ...failing, events: ['ban.added'] }),
      ]),
    );
    await expect.element(button(/^Remove the webhook/)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const head = page.getByRole('rowheader').element();
    const cell = head.getBoundingClientRect();
    for (const part of head.children) {
      expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(cell.right);
    }
    expect(head.children[0]?.getBoundingClientRect().height).toBeLessThan(100);
    const told = document.createRange();
    told.selectNodeContents(page.getByText('banned', { exact: true }).element());
    // No word is cut in two.
    expect(told.getClientRects()).toHaveLength(1);
    for (const deed of document.querySelectorAll('.webhook-deeds .button')) {
      expect(deed.getBoundingClientRect().right).toBeLessThanOrEqual(width);
    }
  },
);

it('is worked by keys alone', async () => {
  const connection = open(
    banConnection()
      .tell('banListWebhooks', [webhookRow()])
      .answer('banListWebhookPause', () => DONE),
  );
  await expect.element(button('Add a webhook')).toBeVisible();
  (button('Add a webhook').element() as HTMLElement).focus();
  const names = [/Ada/, /^Edit/, /^Pause/];
  for (const name of names) {
    await userEvent.keyboard('{Tab}');
    await expect.element(button(name)).toHaveFocus();
  }
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => connection.inputs('banListWebhookPause')).toEqual([named]);
  connection.tell('banListWebhooks', [webhookRow({ status: 'PAUSED' })]);
  await expect.element(button(/^Resume/)).toHaveFocus();
});
