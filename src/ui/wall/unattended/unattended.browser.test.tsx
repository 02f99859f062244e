import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeConnection, serverRow } from '../../data/doubles.ts';
import { draw } from '../../doubles.tsx';
import { startTexts } from '../../text/i18n.ts';
import { quickWall } from '../quick-wall.ts';
import { WallScreen } from '../wall-screen.tsx';

import '../../style/base.css';
import '../../parts/parts.css';
import '../../frame/frame.css';

await startTexts();

/** A wall of two scenes, so that there is something to turn. */
function twoScenes(sound: boolean) {
  const wall = quickWall('', 'All servers');
  const [scene] = wall.scenes;
  if (scene === undefined) throw new RangeError('A wall without scenes.');
  const second = { ...scene, scene_id: 'b'.repeat(24), title: 'Again' };
  return { ...wall, sound, rotation: 10, pinned_scene: null, scenes: [scene, second] };
}

/** The server's connection is as it was told, since now. */
function state(change: Partial<ReturnType<typeof serverRow>['state']>) {
  return serverRow({ state: { ...serverRow().state, since: Date.now(), ...change } });
}

let leave = () => {};
/** Draws the wall; answers when it watches. */
async function open(connection: FakeConnection, sound = false): Promise<void> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  connection.put('servers', [serverRow()]);
  leave = draw(<WallScreen wall={twoScenes(sound)} />, connection, '/wall');
  await expect.poll(() => vi.getTimerCount(), { timeout: 10_000 }).toBeGreaterThan(2);
}

afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

it('says within ten seconds that nothing is live, and since when', async () => {
  const connection = new FakeConnection();
  await open(connection);
  await seconds(5);
  await expect.element(page.getByRole('img')).toBeVisible();
  expect(document.querySelector('.wall-outage')).toBeNull();
  connection.commands.sign = () => new Promise(() => {});
  await seconds(10);
  await expect.element(page.getByText('Not connected. Nothing here is live.')).toBeVisible();
  await seconds(50);
  await expect.element(page.getByText(/1 min ago/)).toBeVisible();
});

it('raises a server that is down across the screen, and takes it away when it is over', async () => {
  const connection = new FakeConnection();
  await open(connection);
  await seconds(5);
  connection.put('servers', [state({ state: 'DISCONNECTED', offline: true, ready: false })]);
  await seconds(12);
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Chernarus 1 has been down for 10 sec');
  expect(document.querySelector('.wall-incidents')?.getAttribute('data-loud')).toBe('true');
  connection.put('servers', [state({})]);
  await seconds(5);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Chernarus 1 is back');
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
  await userEvent.hover(document.querySelector('canvas') ?? document.body);
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
});
