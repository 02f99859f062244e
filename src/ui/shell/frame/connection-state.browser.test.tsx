import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { draw } from '../../app/doubles.tsx';
import { startClock } from '../../data/clock.ts';
import { FakeConnection } from '../../data/doubles.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { ConnectionBanner, ConnectionStatus } from './connection-state.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  startClock();
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

it('says how far behind a page is that its machine cannot keep up, until it keeps up again', async () => {
  const connection = new FakeConnection();
  const live = { kind: 'live', since: 0, latency: 9 } as const;
  connection.put('link', [{ id: 'link', connection: live, fresh_at: 0 }]);
  leave = draw(<ConnectionBanner />, connection, '/dashboard');
  connection.behind.value = 25;
  const banner = page.getByText(/^What you see is 25.* behind/);
  await expect.element(banner).toBeVisible();
  // A screen reader says once that it is behind, not each second by how much.
  await expect.element(page.getByText(/^25/)).toHaveAttribute('aria-live', 'off');
  connection.behind.value = 0;
  await expect.element(banner).not.toBeInTheDocument();
});

it('offers to reconnect a page whose connection is lost, however far behind it is', async () => {
  const connection = new FakeConnection();
  const lost = { kind: 'lost', since: 0, attempt: 3, retry_at: 0 } as const;
  connection.put('link', [{ id: 'link', connection: lost, fresh_at: 0 }]);
  leave = draw(<ConnectionBanner />, connection, '/dashboard');
  connection.behind.value = 25;
  await expect.element(page.getByRole('button', { name: 'Connect now' })).toBeVisible();
  expect(page.getByText(/^What you see is 25/).query()).toBeNull();
});

it('says at once since when the connection is lost, and after a minute what to do', async () => {
  const connection = new FakeConnection();
  const lose = (ago: number) => {
    const lost = { kind: 'lost', since: Date.now() - ago, attempt: 1, retry_at: 0 } as const;
    connection.put('link', [{ id: 'link', connection: lost, fresh_at: 0 }]);
  };
  const both = (
    <>
      <ConnectionStatus />
      <ConnectionBanner />
    </>
  );
  lose(0);
  leave = draw(both, connection, '/dashboard');
  await expect
    .element(page.getByText(/^Not connected since \d.*Nothing here is live\.$/))
    .toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
  lose(61_000);
  await expect.element(page.getByText(/^Desynchronized/)).toBeVisible();
});

it('says so over a page that has no top bar', async () => {
  const connection = new FakeConnection();
  const lost = { kind: 'lost', since: Date.now(), attempt: 1, retry_at: 0 } as const;
  connection.put('link', [{ id: 'link', connection: lost, fresh_at: 0 }]);
  leave = draw(<ConnectionBanner bare />, connection, '/server/a/window/console');
  await expect.element(page.getByText(/^Not connected since/)).toBeVisible();
});
