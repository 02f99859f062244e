import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { draw } from '../app/doubles.tsx';
import { startClock } from '../data/clock.ts';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../data/doubles.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { RunNow } from './run-now.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  startClock();
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

const job: RowOf<'jobs'> = {
  id: 'e'.repeat(24),
  server_id: SERVER_ID,
  name: 'Nightly',
  enabled: true,
  days: [0],
  time: { kind: 'absolute', minutes: 360 },
  action: SERVER_ACTION.SERVER_RESTART,
  parameter: null,
  warnings: [],
  lock_before: null,
  kick_before: null,
  changed: 1,
};

const ONE = { server_id: SERVER_ID, ok: true, error: null, detail: null };

function open(part: Partial<RowOf<'jobs'>> = {}): FakeConnection {
  const connection = new FakeConnection()
    .put('account', [accountRow({ servers: { [SERVER_ID]: [] } })])
    .put('link', [])
    .put('servers', [serverRow()]);
  connection.answer('scheduleNow', () => ({ ok: true, value: { results: [ONE] } }));
  leave = draw(
    <RunNow job={{ ...job, ...part, pending: false }} server={serverRow()} />,
    connection,
    `/server/${SERVER_ID}/schedules`,
  );
  return connection;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const asked = (connection: FakeConnection) => connection.inputs('scheduleNow');

it('a restart asks first, and can be left', async () => {
  const connection = open();
  await button('Run Nightly now').click();
  await expect.element(page.getByText(/Everybody on it is disconnected/)).toBeVisible();
  await expect.element(page.getByText(/nobody is warned/)).toBeVisible();
  await button('Cancel').click();
  expect(asked(connection)).toEqual([]);
  await button('Run Nightly now').click();
  await button('Restart').click();
  await expect.element(page.getByText('Nightly was started.')).toBeVisible();
  expect(asked(connection)).toMatchObject([
    { body: { jobs: [{ server_id: SERVER_ID, id: job.id }] } },
  ]);
});

it('what is refused is said', async () => {
  const connection = open();
  const refused = { ...ONE, ok: false, error: 'permission-denied', detail: 'No.' };
  connection.answer('scheduleNow', () => ({ ok: true, value: { results: [refused] } }));
  await button('Run Nightly now').click();
  await button('Restart').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
});

it.each([
  ['Lock', SERVER_ACTION.SERVER_LOCK],
  ['Unlock', SERVER_ACTION.SERVER_UNLOCK],
  ['Kick everybody', SERVER_ACTION.SERVER_KICK],
  ['Pause the whitelist', SERVER_ACTION.WHITELIST_PAUSE],
  ['Resume the whitelist', SERVER_ACTION.WHITELIST_RESUME],
] as const)('%s asks as its button', async (name, action) => {
  const connection = open({ action });
  await button('Run Nightly now').click();
  expect(asked(connection)).toEqual([]);
  await button(name).click();
  await expect.poll(() => asked(connection).length).toBe(1);
});

it('a command asks as the console does', async () => {
  const connection = open({ action: SERVER_ACTION.RAW, parameter: '#save' });
  await button('Run Nightly now').click();
  await expect.element(page.getByText(/#save/).last()).toBeVisible();
  expect(asked(connection)).toEqual([]);
  await button('Send').click();
  await expect.poll(() => asked(connection).length).toBe(1);
});

it.each([SERVER_ACTION.MESSAGE_PUBLIC, SERVER_ACTION.MESSAGE_PRIVATE])(
  'a message does not ask: %i',
  async (action) => {
    const connection = open({ action, parameter: 'Hello' });
    await button('Run Nightly now').click();
    await expect.poll(() => asked(connection).length).toBe(1);
  },
);
