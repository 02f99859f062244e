/** What a webhook was told: read again as it goes on, and sent again by hand. */
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { loadStyles } from '../../../tests/support/barriers.ts';
import type { WebhookDelivery } from '../../protocol/webhooks/calls.ts';
import type { CallInput } from '../../worker/contract.ts';
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
const dialog = page.getByRole('dialog');
const lines = dialog.getByRole('listitem');

function delivery(change: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: id('d'),
    event: 'ban.added',
    count: 1,
    ban_id: id('1'),
    at: Date.UTC(2026, 0, 2),
    state: 'delivered',
    tries: 1,
    cause: null,
    code: null,
    tried_at: Date.UTC(2026, 0, 2),
    ...change,
  };
}

const FAILED = delivery({
  id: id('e'),
  event: 'ban.removed',
  count: 37,
  ban_id: null,
  state: 'failed',
  tries: 4,
  cause: 'refused',
  code: 400,
});

/** A host with these deliveries, so many at a time. */
function holding(told: { all: readonly WebhookDelivery[] }, size = 50) {
  return banConnection()
    .tell('banListWebhooks', [webhookRow()])
    .answer('banListWebhookDeliveries', ({ query }: CallInput<'banListWebhookDeliveries'>) => {
      const from = told.all.findIndex((one) => one.id === query?.before) + 1;
      const deliveries = told.all.slice(from, from + size);
      return { ok: true, value: { deliveries, more: from + size < told.all.length } };
    });
}

async function open(connection: ReturnType<typeof banConnection>) {
  const at = `/ban-manager/${LIST_ID}?tab=integrations`;
  leave = draw(<BanListPage listId={LIST_ID} />, connection, at);
  await page.getByRole('button', { name: /^History of the webhook/ }).click();
  return connection;
}

it('says of each delivery what it told, how that ended and why, with the way to its ban', async () => {
  await open(holding({ all: [delivery({ state: 'waiting', tries: 0, tried_at: null }), FAILED] }));
  const [waiting, failed] = [lines.first(), lines.nth(1)];
  await expect.element(waiting).toMatchTextContent(/Somebody was banned.*2026.*waits/);
  await expect.element(waiting.getByRole('button')).not.toBeInTheDocument();
  await expect
    .element(waiting.getByRole('link', { name: 'See the ban' }))
    .toHaveAttribute('href', `/ban-manager/${LIST_ID}?tab=bans&ban=${id('1')}`);
  await expect
    .element(failed)
    .toMatchTextContent(/37 bans were removed.*not delivered.*answered 400.*did not want.*4 tries/);
  await expect.element(failed.getByRole('link')).not.toBeInTheDocument();
});

it('sends one again, and says why where the host does not', async () => {
  const answers = [refusal('webhook-off'), refusal('no-longer-kept'), DONE];
  const told = { all: [FAILED] as readonly WebhookDelivery[] };
  const connection = await open(
    holding(told).answer('banListWebhookRedeliver', () => {
      const answer = answers.shift() ?? DONE;
      if (answer === DONE) told.all = [{ ...FAILED, state: 'waiting' }];
      return answer;
    }),
  );
  const again = lines.getByRole('button', { name: /^Send again: 37 bans were removed/ });
  await again.click();
  await expect.element(lines.getByText(/not verified\. Verify it again first/)).toBeVisible();
  await again.click();
  await expect.element(lines.getByText(/no longer kept/)).toBeVisible();
  await again.click();
  await expect.element(lines.getByText('waits')).toBeVisible();
  await expect.element(lines.getByRole('alert')).not.toBeInTheDocument();
  expect(connection.inputs('banListWebhookRedeliver').at(-1)).toEqual({
    params: { banlist_id: LIST_ID, webhook_id: id('7'), delivery_id: id('e') },
    body: {},
  });
});

it('reads older ones, and all that is shown again as the webhook goes on', async () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((digit) => delivery({ id: id(digit) }));
  const told = { all: all as readonly WebhookDelivery[] };
  const connection = await open(holding(told, 2));
  const older = dialog.getByRole('button', { name: 'Older ones' });
  await expect.poll(() => lines.elements().length).toBe(2);
  await older.click();
  await expect.poll(() => lines.elements().length).toBe(4);
  told.all = [delivery({ id: id('9'), event: 'ban.revoked' }), ...all];
  connection.tell('banListWebhooks', [webhookRow({ delivered_at: 1 })]);
  await expect.element(lines.first()).toMatchTextContent(/A ban was revoked/);
  await expect.poll(() => lines.elements().length).toBe(4);
  await older.click();
  await expect.poll(() => lines.elements().length).toBe(6);
  await expect.element(older).not.toBeInTheDocument();
});

it('says where there is none, where they may not be read, and where the host is away', async () => {
  const told = { all: [] as readonly WebhookDelivery[] };
  const connection = await open(holding(told));
  await expect.element(dialog.getByText(/^Nothing yet/)).toBeVisible();
  connection.answer('banListWebhookDeliveries', () => refusal('permission-denied'));
  connection.tell('banListWebhooks', [webhookRow({ waiting: 1 })]);
  await expect.element(dialog.getByText(/do not have permission/)).toBeVisible();
  connection.answer('banListWebhookDeliveries', () => ({
    ok: false,
    error: { kind: 'unreachable' },
  }));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByText(/cannot be reached/)).toBeVisible();
  const back = holding({ all: [FAILED] });
  connection.answer('banListWebhookDeliveries', (input) =>
    back.commands.call('banListWebhookDeliveries', input),
  );
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(lines.first()).toMatchTextContent(/37 bans/);
  await expect.element(dialog.getByText(/cannot be reached/)).not.toBeInTheDocument();
});

it('says that the webhook was removed, and has no way to bans for whoever may not see them', async () => {
  const list = banListRow({ permissions: ['banlist.view', 'banlist.modify-integrations'] });
  const told = holding({ all: [delivery()] });
  const connection = await open(told.tell('banLists', [list]));
  await expect.element(lines.first()).toMatchTextContent(/Somebody was banned/);
  await expect.element(lines.getByRole('link')).not.toBeInTheDocument();
  connection.tell('banListWebhooks', []);
  await expect.element(dialog.getByText('This webhook was removed.')).toBeVisible();
});

it('fits a phone, and is closed by a key', async () => {
  await page.viewport(390, 844);
  await loadStyles();
  await open(holding({ all: [FAILED, delivery()] }));
  await expect.element(lines.nth(1)).toBeVisible();
  const popup = dialog.element();
  expect(popup.scrollWidth).toBeLessThanOrEqual(popup.clientWidth);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^History of the webhook/ })).toHaveFocus();
});
