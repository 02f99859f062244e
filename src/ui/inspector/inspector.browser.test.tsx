import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { FakeConnection, inspectionDouble } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { InspectorPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  vi.restoreAllMocks();
  leave?.();
});

it('shows every tab with what it looks at, and which of them asks', async () => {
  const connection = new FakeConnection();
  connection.inspection = inspectionDouble();
  leave = draw(<InspectorPage />, connection, '/inspector');
  const own = page.getByRole('row', { name: /this one/ });
  await expect.element(own.getByText('presence of aaaaaa')).toBeInTheDocument();
  await expect.element(own.getByText('in front')).toBeInTheDocument();
  await expect.element(page.getByText('server/a/list')).toBeInTheDocument();
});

it('saves what was kept, without names and chat unless it is asked for', async () => {
  const connection = new FakeConnection();
  connection.inspection = inspectionDouble();
  const file = new Blob(['{"muster":"recording"}']);
  connection.recorded = { file, events: 3, from: 0, shortened: false };
  leave = draw(<InspectorPage />, connection, '/inspector');
  await page.getByRole('button', { name: 'Save the last 10 minutes' }).click();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect.element(page.getByText(/^Recording since/)).toBeInTheDocument();
  await page.getByRole('checkbox', { name: 'Keep what was said in chat' }).click();
  await page.getByRole('button', { name: 'Stop and save' }).click();
  await expect.element(page.getByRole('button', { name: 'Start recording' })).toBeInTheDocument();
  expect(connection.recordings).toEqual([
    { minutes: 10, redact: true, keepChat: false },
    { minutes: null, redact: true, keepChat: true },
  ]);
});

it('goes on recording where nothing could be saved, and says why', async () => {
  const connection = new FakeConnection();
  connection.inspection = inspectionDouble();
  connection.recorded = 'not-kept';
  leave = draw(<InspectorPage />, connection, '/inspector');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await page.getByRole('button', { name: 'Stop and save' }).click();
  await expect.element(page.getByText(/^Nothing can be recorded: this browser/)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect.element(page.getByText(/^Recording since/)).toBeInTheDocument();
  expect(connection.marked).not.toBe(null);
  const file = new Blob(['{"muster":"recording"}']);
  const from = new Date(2026, 0, 1, 12, 3, 4).getTime();
  connection.recorded = { file, events: 3, from, shortened: true };
  await page.getByRole('button', { name: 'Stop and save' }).click();
  await expect.element(page.getByText(/^The file starts at 12:03:04/)).toBeVisible();
  await expect.element(page.getByText(/^Recording since/)).not.toBeInTheDocument();
  expect(connection.marked).toBe(null);
});

it('ends a recording without saving it', async () => {
  const connection = new FakeConnection();
  connection.inspection = inspectionDouble();
  leave = draw(<InspectorPage />, connection, '/inspector');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await page.getByRole('button', { name: 'End without saving' }).click();
  await expect.element(page.getByRole('button', { name: 'Start recording' })).toBeInTheDocument();
  expect([connection.marked, connection.recordings]).toEqual([null, []]);
});

it('says that a recording ended with its worker, and does not where the next one goes on', async () => {
  const connection = new FakeConnection();
  connection.inspection = inspectionDouble();
  leave = draw(<InspectorPage />, connection, '/inspector');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect.element(page.getByText(/^Recording since/)).toBeInTheDocument();
  connection.inspection = { ...inspectionDouble(), epoch: 'the next' };
  await expect.element(page.getByText('the next')).toBeInTheDocument();
  await expect.element(page.getByText(/^Recording since/)).toBeInTheDocument();
  connection.marked = null;
  connection.inspection = { ...inspectionDouble(), epoch: 'the one after it' };
  await expect.element(page.getByText(/^The recording ended because/)).toBeVisible();
  await expect.element(page.getByText(/^Recording since/)).not.toBeInTheDocument();
});

it('says at once that nothing can be recorded where no events are kept', async () => {
  const connection = new FakeConnection();
  connection.inspection = inspectionDouble();
  connection.commands.markRecording = async () => null;
  leave = draw(<InspectorPage />, connection, '/inspector');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect.element(page.getByText(/^Nothing can be recorded: this browser/)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect.element(page.getByRole('button', { name: 'Start recording' })).toBeInTheDocument();
});

it('says that the worker is silent, and takes it back once it answers', async () => {
  const connection = new FakeConnection();
  connection.inspection = inspectionDouble();
  const { inspect } = connection.commands;
  let goOn = () => {};
  connection.commands.inspect = async () => {
    await new Promise<void>((resolve) => (goOn = resolve));
    return inspect();
  };
  leave = draw(<InspectorPage />, connection, '/inspector');
  const silent = page.getByText(/^The worker of this browser does not/);
  await expect.element(silent).toBeVisible();
  const copy = page.getByRole('button', { name: 'Copy for a bug report' });
  await expect.element(copy).toBeDisabled();
  connection.commands.inspect = inspect;
  goOn();
  await expect.element(silent).not.toBeInTheDocument();
  await expect.element(copy).toBeEnabled();
});

it('copies all that it shows for a bug report, or says that it may not', async () => {
  const connection = new FakeConnection();
  const { store, ...inspected } = inspectionDouble();
  if (store === null) throw new TypeError('The double stores nothing.');
  connection.inspection = { ...inspected, store };
  vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ usage: 5_242_880 });
  vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(true);
  leave = draw(<InspectorPage />, connection, '/inspector');
  await expect.element(page.getByText('5.00 MB')).toBeVisible();
  await expect.element(page.getByText(/it stays/)).toBeVisible();
  const told = page.getByRole('definition').filter({ hasText: /^from .*2023.* to .*2023/ });
  await expect.element(told).toBeVisible();
  // Asked a second time, it tells how much happens in a second.
  const unknown = page.getByRole('row', { name: /this one/ }).getByText('unknown');
  await expect.element(unknown).not.toBeInTheDocument();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const copy = page.getByRole('button', { name: 'Copy for a bug report' });
  await copy.click();
  await expect.element(page.getByText('Copied.')).toBeVisible();
  expect(JSON.parse(write.mock.calls[0]?.[0] ?? '')).toEqual({
    browser: navigator.userAgent,
    tab: 'this-tab',
    disk: { used: 5_242_880, persisted: true },
    a_second: { events: 0, patches: { 'this-tab': 0 } },
    ...inspected,
    store: {
      ...store,
      log: { ...store.log, first: '2023-11-14T22:13:20.000Z', last: '2023-11-14T22:23:20.000Z' },
    },
  });
  write.mockRejectedValue(new DOMException('Not now.', 'NotAllowedError'));
  await copy.click();
  const refused = page.getByText('The browser did not allow copying.');
  await expect.element(refused).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(refused).not.toBeInTheDocument();
});

it('says that everything is in memory only, and computes their hashes', async () => {
  const connection = new FakeConnection();
  connection.inspection = { ...inspectionDouble(), store: null };
  leave = draw(<InspectorPage />, connection, '/inspector');
  await expect.element(page.getByText(/everything is in memory only/)).toBeInTheDocument();
  await page.getByRole('button', { name: 'Compute the hashes' }).click();
  await expect.element(page.getByText('f00d').first()).toBeInTheDocument();
});

it('says how much of the latest events is kept, and how much can be at most', async () => {
  const connection = new FakeConnection();
  connection.inspection = inspectionDouble();
  leave = draw(<InspectorPage />, connection, '/inspector');
  const told = page.getByText('9 events, 2.00 kB (at most 100,000, 20.00 MB)');
  await expect.element(told).toBeVisible();
});

it('says what of it is on the disk, and asks the browser to let it stay only when told to', async () => {
  const connection = new FakeConnection();
  const { store, ...others } = inspectionDouble();
  if (store === null) throw new TypeError('The double stores nothing.');
  connection.inspection = { ...others, store: { ...store, keeps: 'rows', trouble: 'full' } };
  let asked = 0;
  const { persist } = StorageManager.prototype;
  StorageManager.prototype.persist = async () => {
    asked += 1;
    return true;
  };
  try {
    leave = draw(<InspectorPage />, connection, '/inspector');
    await expect.element(page.getByText(/without the log \(no room\)/)).toBeInTheDocument();
    expect(asked).toBe(0);
    await page.getByRole('button', { name: 'Ask to keep it' }).click();
    await expect.element(page.getByText(/it stays/)).toBeInTheDocument();
    expect(asked).toBe(1);
  } finally {
    StorageManager.prototype.persist = persist;
  }
});
