/** axe looks at what opens over a page: at every width, dark, and its colours on light. */
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ServerRow } from '../../domain/rows.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { RestartDialog } from '../actions/restart-dialog.tsx';
import { ServerDialog } from '../actions/server-dialog.tsx';
import { AnnounceDialog } from '../actions/announce-dialog.tsx';
import { playerQuestion } from '../actions/player-question.ts';
import { banConnection, banListRow, id, LIST_ID } from '../bans/known/doubles.ts';
import { banQuestion } from '../bans/ban-question.ts';
import { startClock } from '../data/clock.ts';
import { accountRow, playerView, SERVER_ID, serverRow } from '../data/doubles.ts';
import { entryQuestion } from '../entries/entry-question.ts';
import { whyQuestion } from '../parts/why-question.ts';
import { JobDialog } from '../schedules/job-dialog.tsx';
import { MessageDialog } from '../schedules/message-dialog.tsx';
import { DashboardPage } from '../servers/list/page.tsx';
import { FrameShell } from '../shell/frame/frame-shell.tsx';
import { ProfileMenu } from '../shell/frame/profile-menu.tsx';
import { closePalette, helpOpen, paletteOpen } from '../shell/keys/overlays.ts';
import { Overlay } from '../shell/palette/overlay.tsx';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { WebhooksPanel } from '../webhooks/webhooks-panel.tsx';
import { webhookRow } from '../webhooks/doubles.ts';
import { barriersIn, loadStyles } from '../../../tests/support/barriers.ts';
import { draw } from './doubles.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  await loadStyles();
  startClock();
  await startTexts();
  await loadTexts();
});
beforeEach(() => page.viewport(1_440, 900));
afterEach(() => {
  leave?.();
  closePalette();
  helpOpen.value = false;
  for (const question of [playerQuestion, banQuestion, entryQuestion, whyQuestion]) {
    question.value = null;
  }
});

const OTHER = 'c'.repeat(24);
const NOON = Date.UTC(2026, 0, 1, 12);
const ann = playerView({ muster_id: id('c'), steam_id: '76561198054374215' });
const asked = {
  serverId: SERVER_ID,
  player: { id: ann.id, muster_id: ann.muster_id, name: 'Ann' },
};

function servers(): readonly ServerRow[] {
  const { configuration, state } = serverRow();
  return [
    serverRow(),
    serverRow({
      id: OTHER,
      configuration: { ...configuration, identifier: 'Enoch 2' },
      state: { ...state, state: 'DISCONNECTED', offline: true },
    }),
  ];
}

const all = { [SERVER_ID]: [...SERVER_PERMISSION], [OTHER]: [...SERVER_PERMISSION] };
const account = accountRow({
  servers: all,
  ban_lists: { [LIST_ID]: [...banListRow().permissions] },
});

function connected() {
  const feed = {
    id: `${SERVER_ID}:1`,
    server_id: SERVER_ID,
    seq: 1,
    at: NOON,
    entry: { kind: 'chat' as const, player: asked.player, channel: 'Side', text: 'you all cheat' },
  };
  const totals = { tags: [], players: 60, slots: 120, queued: 7, unknown: 0 };
  const obeyed = { id: LIST_ID, server_id: SERVER_ID, identifier: 'Griefers', follows: [] };
  const connection = banConnection(banListRow())
    .put('account', [account])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('totals', [{ id: 'totals', servers: 2, online: 1, down: 1, ...totals }])
    .put('servers', servers())
    .put('server', servers())
    .put('players', [ann])
    .put('names', [ann])
    .put('feed', [feed])
    .put('intentions', [])
    .tell('notes', [])
    .tell('views', [
      { id: '1'.repeat(24), server_id: null, name: 'Down', address: '?state=offline' },
    ])
    .tell('banLists', [banListRow()])
    .tell('serverBanLists', [{ ...obeyed, primary: true, bans: 2, since: 0 }])
    .answer('accountCard', () => ({
      ok: true,
      value: {
        display_name: 'Ada',
        here: { permissions: ['server.view'], since: 60_000, owner: false, last: 120_000 },
        account: null,
      },
    }))
    .answer('playerProfile', () => ({
      ok: true,
      value: {
        muster_id: id('c'),
        ids: [id('c')],
        here: ann.id,
        names: [
          { name: 'Ann', last: null },
          { name: 'Anastasia', last: NOON - 86_400_000 },
        ],
        first_seen: { at: NOON - 9 * 86_400_000, before: false },
        last_seen: NOON,
        identity: { ip: '192.0.2.7', guid: null, steam_id: ann.steam_id, bohemia_id: null },
      },
    }));
  connection.tell('banListWebhooks', [webhookRow()]).answer('banListWebhookDeliveries', () => ({
    ok: true,
    value: { deliveries: [failedDelivery], more: true },
  }));
  connection.act = () => ({ ok: true, value: '' });
  return connection;
}

const failedDelivery = {
  id: id('e'),
  event: 'ban.added',
  count: 1,
  ban_id: id('1'),
  at: NOON,
  state: 'failed',
  tries: 2,
  cause: 'refused',
  code: 400,
  tried_at: NOON,
} as const;

const dialog = page.getByRole('dialog');
/** What has opened. */
const opened = dialog.or(page.getByRole('menu')).or(page.getByRole('navigation')).first();
const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
const shut = () => undefined;

/** What is drawn, and how it opens. */
const OVER: Readonly<Record<string, readonly [ReactNode, () => unknown]>> = {
  'a kick': [null, () => void (playerQuestion.value = { ...asked, what: 'kick' })],
  'a message to somebody': [
    null,
    () => void (playerQuestion.value = { ...asked, what: 'message' }),
  ],
  'a ban': [null, () => void (banQuestion.value = asked)],
  'an entry of a bucket': [null, () => void (entryQuestion.value = asked)],
  'a restart': [<RestartDialog key="" server={serverRow()} onClose={shut} />, shut],
  'a lock': [<ServerDialog key="" server={serverRow()} question="lock" onClose={shut} />, shut],
  'a message to everybody': [<AnnounceDialog key="" server={serverRow()} onClose={shut} />, shut],
  'a job': [
    <JobDialog
      key=""
      serverIds={[SERVER_ID]}
      account={account}
      row={null}
      onMany={() => false}
      onClose={shut}
    />,
    async () => {
      await page
        .getByRole('button', { name: /warning/i })
        .first()
        .click();
    },
  ],
  'a message of a server': [
    <MessageDialog
      key=""
      serverIds={[SERVER_ID]}
      account={account}
      row={null}
      onMany={() => false}
      onClose={shut}
    />,
    shut,
  ],
  'a question to many': [<DashboardPage key="" />, () => askMany('Restart')],
  'results of many': [
    <DashboardPage key="" />,
    async () => {
      await askMany('Lock');
      await dialog.getByRole('button', { name: /^Lock/ }).click();
      await expect.element(dialog.getByText(/of \d done/)).toBeVisible();
    },
  ],
  'the menu of views': [
    <DashboardPage key="" />,
    async () => {
      await press('Saved views');
      await expect.element(page.getByRole('menu')).toBeVisible();
    },
  ],
  'a view': [
    <DashboardPage key="" />,
    async () => {
      await press('Saved views');
      await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
    },
  ],
  'the menu of the account': [<ProfileMenu key="" onHelp={shut} />, () => press('Your account')],
  'the help': [<Overlay key="" />, () => void (helpOpen.value = true)],
  'the palette': [<Overlay key="" />, () => void (paletteOpen.value = true)],
  'a webhook of Discord': [
    <WebhooksPanel key="" list={{ ...banListRow(), pending: false }} />,
    () => press('Add a webhook'),
  ],
  'a webhook of a program': [
    <WebhooksPanel key="" list={{ ...banListRow(), pending: false }} />,
    async () => {
      await press('Add a webhook');
      await dialog.getByLabelText('Format').selectOptions('Muster');
      await dialog.getByLabelText('Address').fill('http://192.0.2.7/');
    },
  ],
  'what a webhook was told': [
    <WebhooksPanel key="" list={{ ...banListRow(), pending: false }} />,
    async () => {
      await press(/^History of the webhook/);
      await expect.element(dialog.getByText('not delivered')).toBeVisible();
    },
  ],
  'the menu of a phone': [
    <FrameShell key="">
      <h1>A page</h1>
    </FrameShell>,
    async () => {
      await page.viewport(390, 844);
      await press('Menu');
    },
  ],
};

async function askMany(deed: string): Promise<void> {
  const all = page.getByRole('checkbox', { name: 'Choose all listed servers' });
  await expect.element(all).toBeVisible();
  (all.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(all).toBeChecked();
  await page.getByRole('button', { name: deed, exact: true }).click();
}

it.each(Object.entries(OVER))('finds nothing in %s', async (_, [screen, open]) => {
  leave = draw(screen, connected(), '/dashboard');
  await open();
  await expect.element(opened).toBeVisible();
  expect(await barriersIn(opened.element())).toEqual([]);
});

it.each([
  ['a player', `?player=${SERVER_ID}.p${id('c')}`],
  ['an account', `?account=${SERVER_ID}.${id('d')}`],
])('finds nothing on the card of %s', async (_, search) => {
  leave = draw(<main id="content" />, connected(), `/dashboard${search}`);
  await expect.element(opened).toBeVisible();
  expect(await barriersIn(opened.element())).toEqual([]);
});
