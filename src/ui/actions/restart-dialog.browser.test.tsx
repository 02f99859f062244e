import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, SERVER_ID, serverRow } from '../data/doubles.ts';
import { ServerDashboardPage } from '../servers/dashboard/page.tsx';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { RestartDialog } from './restart-dialog.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The question whether one server restarts, as its page asks it. */
async function open(connection: FakeConnection) {
  connection
    .put('account', [accountRow()])
    .put('server', [serverRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('intentions', [])
    .put('feed', [])
    .put('players', []);
  leave = draw(<ServerDashboardPage serverId={SERVER_ID} />, connection, `/dashboard/${SERVER_ID}`);
  await button('Restart').click();
  const question = page.getByRole('dialog', { name: /^Restart .*Chernarus 1/ });
  await expect.element(question).toBeVisible();
  return question;
}

it('restarts one server in ten minutes, with the countdown that its players read', async () => {
  const planned = { id: 'f'.repeat(24), due: Date.now() + 600_000 };
  const connection = new FakeConnection().answer('scheduleRestart', () => ({
    ok: true,
    value: {
      results: [{ server_id: SERVER_ID, ok: true, error: null, detail: null, planned }],
    },
  }));
  const question = await open(connection);
  await question.getByText('In 10 min', { exact: true }).click();
  await question.getByRole('textbox', { name: 'What players read before' }).fill('Off soon');
  await button('Restart in 10 min').click();
  await expect.element(question).not.toBeInTheDocument();
  expect(connection.inputs('scheduleRestart')).toMatchObject([
    {
      body: {
        server_ids: [SERVER_ID],
        minutes: 10,
        warnings: [10, 5, 3, 2, 1].map((minutes) => ({ minutes, text: 'Off soon' })),
      },
    },
  ]);
  expect(connection.acts).toEqual([]);
  await expect.element(page.getByText(/in 10 min/).first()).toBeVisible();
});

it('restarts it now, and plans nothing', async () => {
  const connection = new FakeConnection();
  connection.act = () => ({ ok: true, value: '' });
  const question = await open(connection);
  await button('Restart').last().click();
  await expect.element(question).not.toBeInTheDocument();
  expect(connection.acts.map(({ request }) => request)).toEqual([
    { action: SERVER_ACTION.SERVER_RESTART },
  ]);
  expect(connection.inputs('scheduleRestart')).toEqual([]);
});

it('says why a restart was refused, and not that it is done', async () => {
  const connection = new FakeConnection().answer('scheduleRestart', () => refusal('rate-limited'));
  const done = vi.fn<() => void>();
  leave = draw(
    <RestartDialog server={serverRow()} onClose={() => undefined} onDone={done} />,
    connection,
    '/',
  );
  await page.getByText('In 5 min', { exact: true }).click();
  await button('Restart in 5 min').click();
  await expect.element(page.getByText(/^Too many requests/).first()).toBeVisible();
  expect(done).not.toHaveBeenCalled();
});

it('asks for minutes that there are before anything is sent', async () => {
  const connection = new FakeConnection();
  const question = await open(connection);
  await question.getByRole('textbox', { name: 'Minutes' }).fill('2000');
  await expect.element(button('Restart in 2,000 min')).toHaveAccessibleDescription(/1440/);
  await userEvent.keyboard('{Enter}');
  await expect.element(question).toBeVisible();
  expect(connection.inputs('scheduleRestart')).toEqual([]);
});
