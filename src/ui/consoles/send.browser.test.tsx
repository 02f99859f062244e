import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { FeedRow } from '../../domain/rows.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { draw } from '../app/doubles.tsx';
import { startClock } from '../data/clock.ts';
import { accountRow, FakeConnection, refusal, serverRow } from '../data/doubles.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { SendPanel } from './send-panel.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  startClock();
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

const [ALPHA, BETA, GAMMA] = ['1', '2', '3'].map((sign) => sign.repeat(24)) as [
  string,
  string,
  string,
];

/** Bea did it a moment ago. */
function done(action: keyof typeof SERVER_ACTION): FeedRow {
  return {
    id: `${ALPHA}:1`,
    server_id: ALPHA,
    seq: 1,
    at: Date.now() - 2_000,
    entry: {
      kind: 'action',
      actor: { muster_id: 'c'.repeat(24), display_name: 'Bea' },
      action: SERVER_ACTION[action],
      player: null,
      text: null,
      outcome: 'done',
    },
  };
}

function open(feed: readonly FeedRow[] = []) {
  const { configuration } = serverRow();
  const named = (id: string, identifier: string) =>
    serverRow({ id, configuration: { ...configuration, identifier } });
  const all = [...SERVER_PERMISSION];
  const account = accountRow({
    servers: {
      [ALPHA]: all,
      [BETA]: all,
      [GAMMA]: all.filter((name) => name !== 'server.action.console'),
    },
  });
  const connection = new FakeConnection()
    .put('account', [account])
    .put('feed', feed)
    .put('intentions', [])
    .put('servers', [named(ALPHA, 'Alpha'), named(BETA, 'Beta'), named(GAMMA, 'Gamma')]);
  const panel = <SendPanel serverIds={[ALPHA, BETA, GAMMA]} account={account} />;
  leave = draw(panel, connection, '/consoles');
  return connection;
}

const words = page.getByLabelText('Command for the chosen servers');

it('sends to those that the account may, and shows what each answers', async () => {
  const connection = open();
  connection.act = (serverId) =>
    serverId === ALPHA ? { ok: true, value: 'fine' } : refusal('not-connected');
  await expect.element(page.getByRole('checkbox', { name: /Gamma/ })).toBeDisabled();
  await expect
    .element(page.getByText('You need the permission ‘Send commands’ here.'))
    .toBeVisible();
  await words.fill('players');
  await page.getByRole('button', { name: 'Send to 2 servers' }).click();
  await expect.element(page.getByText('1 of 2 done')).toBeVisible();
  const answers = page.getByRole('list', { name: 'Answers' }).getByRole('listitem');
  await expect.element(answers.nth(0)).toHaveTextContent('Alphadonefine');
  await expect.poll(() => answers.nth(1).element().textContent).toMatch(/^Betarefused/);
  expect(connection.acts.map(({ serverId }) => serverId)).toEqual([ALPHA, BETA]);
});

it('tries those again that failed, and nobody else', async () => {
  const connection = open();
  connection.act = (serverId) =>
    serverId === ALPHA ? { ok: true, value: '' } : refusal('no-answer');
  await words.fill('status');
  await page.getByRole('button', { name: 'Send to 2 servers' }).click();
  await expect.element(page.getByText('1 of 2 done')).toBeVisible();
  connection.act = () => ({ ok: true, value: '' });
  await page.getByRole('button', { name: 'Try 1 failed server again' }).click();
  await expect.element(page.getByText('2 of 2 done')).toBeVisible();
  expect(connection.acts.map(({ serverId }) => serverId)).toEqual([ALPHA, BETA, BETA]);
});

it('asks before what takes something from people, and sends nothing until it is answered', async () => {
  const connection = open();
  connection.act = () => ({ ok: true, value: '' });
  await words.fill('#shutdown');
  await page.getByRole('button', { name: 'Send to 2 servers' }).click();
  const question = page.getByRole('dialog', { name: '#shutdown on 2 servers?' });
  await expect.element(question).toBeVisible();
  expect(connection.acts).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabelText('What').selectOptions('Restart');
  await page.getByRole('checkbox', { name: /Beta/ }).click();
  await page.getByRole('button', { name: 'Send to 2 servers' }).click();
  await page.getByRole('button', { name: 'Restart 2 servers' }).click();
  await expect.element(page.getByText('2 of 2 done')).toBeVisible();
  expect(connection.acts.map(({ serverId, request }) => [serverId, request.action])).toEqual([
    [ALPHA, SERVER_ACTION.SERVER_RESTART],
    [GAMMA, SERVER_ACTION.SERVER_RESTART],
  ]);
});

it('says what is wrong at what it is wrong with', async () => {
  const connection = open();
  await words.fill('');
  await page.getByRole('button', { name: 'Send to 2 servers' }).click();
  await expect.element(words).toHaveAttribute('aria-invalid', 'true');
  await expect.element(words).toHaveAccessibleDescription('This is required.');
  await expect.element(words).toHaveFocus();
  await words.fill('players');
  await expect.element(words).not.toHaveAttribute('aria-invalid', 'true');
  await expect.element(words).not.toHaveAccessibleDescription();
  await page.getByRole('button', { name: 'None', exact: true }).click();
  await page.getByRole('button', { name: 'Send to 0 servers' }).click();
  const to = page.getByRole('group', { name: 'To' });
  await expect.element(to).toHaveAccessibleDescription('Choose at least one server.');
  await expect.element(words).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('checkbox', { name: /Beta/ }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(connection.acts).toEqual([]);
});

it('tells while a message is written that somebody else just sent one, at each that is chosen', async () => {
  open([done('MESSAGE_PUBLIC')]);
  await page.getByLabelText('What').selectOptions('Message to everybody');
  const told = () => [...document.querySelectorAll('.collision:not(:empty)')];
  expect(told()).toEqual([]);
  await page.getByLabelText('Message for the chosen servers').fill('restart in 5');
  await expect.poll(() => told().length).toBe(3);
  expect(told()[0]?.textContent).toMatch(/^Just now on Alpha:Bea .* \d sec ago/);
  await page.getByRole('checkbox', { name: /Beta/ }).click();
  await page.getByRole('checkbox', { name: /Gamma/ }).click();
  await expect.poll(() => told().length).toBe(1);
});

it('tells in the question that somebody else just did it, and not before it', async () => {
  open([done('SERVER_RESTART')]);
  await page.getByLabelText('What').selectOptions('Restart');
  await page.getByRole('button', { name: 'Send to 3 servers' }).click();
  const question = page.getByRole('dialog', { name: 'Restart on 3 servers?' });
  const told = question.getByRole('status').filter({ hasText: 'Just now on' });
  await expect.poll(() => told.elements().length).toBe(3);
  expect(told.first().element().textContent).toMatch(/^Just now on Alpha:Bea .* ago/);
});
