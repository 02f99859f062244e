import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { WatchedServer } from '../../../domain/walls/incidents.ts';
import { FakeConnection } from '../../data/doubles.ts';
import { draw } from '../../doubles.tsx';
import { startTexts } from '../../text/i18n.ts';
import { useUnattended } from './use-unattended.ts';
import { WallCare } from './wall-care.tsx';

import '../../style/base.css';
import '../../parts/parts.css';

await startTexts();

const world = { servers: [] as WatchedServer[], pictures: 0 };
const SERVER: WatchedServer = { id: 'a', status: 'online', since: 0, queue: 0 };

function Wall({ sound = false }: { readonly sound?: boolean }) {
  const care = useUnattended<number>({
    sound,
    servers: () => world.servers,
    picture: () => ({ picture: world.pictures++, bytes: 8 }),
    stopOf: () => 0,
    rules: { down: true, queue: 10 },
  });
  care.watch.show([
    { scene: 0, page: 0, ms: 10_000 },
    { scene: 1, page: 0, ms: 10_000 },
  ]);
  return (
    <WallCare care={care} nameOf={(id) => `Server ${id}`} turns>
      <p>the picture</p>
    </WallCare>
  );
}

let leave = () => {};
/** Draws the wall; answers when it watches. */
async function open(connection: FakeConnection, sound = false): Promise<void> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  world.servers = [SERVER];
  leave = draw(<Wall sound={sound} />, connection, '/wall');
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(2);
}

afterEach(() => {
  leave();
  vi.useRealTimers();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

it('says within ten seconds that nothing is live, and since when', async () => {
  const connection = new FakeConnection();
  await open(connection);
  await seconds(5);
  await expect.element(page.getByText('the picture')).toBeVisible();
  expect(document.querySelector('.wall-outage')).toBeNull();
  connection.commands.sign = () => new Promise(() => {});
  await seconds(10);
  await expect.element(page.getByText('Not connected. Nothing here is live.')).toBeVisible();
  await seconds(50);
  await expect.element(page.getByText(/1 min ago/)).toBeVisible();
});

it('raises a server that is down across the screen, and takes it away when it is over', async () => {
  await open(new FakeConnection());
  await seconds(5);
  world.servers = [{ ...SERVER, status: 'offline', since: Date.now() }];
  await seconds(12);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Server a is down since 10 sec');
  expect(document.querySelector('.wall-incidents')?.getAttribute('data-loud')).toBe('true');
  world.servers = [SERVER];
  await seconds(5);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Server a is back');
  await seconds(60);
  expect(document.querySelector('.wall-incidents')).toBeNull();
});

it('looks back by keys, unmistakably, and is live again by itself', async () => {
  await open(new FakeConnection());
  await seconds(60);
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await expect.element(page.getByText('Past, not live')).toBeVisible();
  await expect.element(page.getByText('10 sec ago')).toBeVisible();
  expect(document.querySelector('[data-wall-past="true"]')).not.toBeNull();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(page.getByText('20 sec ago')).toBeVisible();
  await seconds(61);
  expect(document.querySelector('.wall-past')).toBeNull();
});

it('pins a page by key and by button, and says so', async () => {
  await open(new FakeConnection());
  await seconds(2);
  await userEvent.keyboard('p');
  await expect.element(page.getByText('Pinned: pages do not turn.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep this page (P)' }).click();
  await seconds(1);
  expect(document.body.textContent).not.toContain('Pinned');
});

it('says that the browser blocks its sound, until somebody allows it', async () => {
  // As a browser does it that nobody has touched yet.
  let allowed = false;
  const context = new EventTarget() as EventTarget & { state: string };
  Object.assign(context, {
    state: 'suspended',
    currentTime: 0,
    close: async () => {},
    resume: async () => {
      if (!allowed) return new Promise(() => {});
      context.state = 'running';
      context.dispatchEvent(new Event('statechange'));
    },
  });
  vi.stubGlobal('AudioContext', function Blocked() {
    return context;
  });
  await open(new FakeConnection(), true);
  await seconds(1);
  await expect.element(page.getByText(/blocks sound: alarms are silent/)).toBeVisible();
  allowed = true;
  await page.getByRole('button', { name: 'Allow sound' }).click();
  await seconds(1);
  expect(document.body.textContent).not.toContain('blocks sound');
  vi.unstubAllGlobals();
});
