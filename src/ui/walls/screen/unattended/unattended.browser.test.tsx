import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CLOSE } from '../../../../protocol/close-codes.ts';
import { draw } from '../../../app/doubles.tsx';
import { FakeConnection, serverRow } from '../../../data/doubles.ts';
import { startTexts } from '../../../text/i18n.ts';
import { quickWall } from '../quick-wall.ts';
import type { ShownWall } from '../wall-model.ts';
import { WallScreen } from '../wall-screen.tsx';

import '../../../style/base.css';
import '../../../parts/parts.css';
import '../../../shell/frame/frame.css';

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

const LOST = { kind: 'lost', since: 0, attempt: 1, retry_at: 0 } as const;

let leave = () => {};
/** Draws the wall; answers when it watches. */
async function open(
  connection: FakeConnection,
  sound = false,
  wall: ShownWall = twoScenes(sound),
): Promise<void> {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  connection.put('servers', [serverRow()]);
  leave = draw(<WallScreen wall={wall} />, connection, '/wall');
  await expect.poll(() => vi.getTimerCount(), { timeout: 10_000 }).toBeGreaterThan(2);
}

afterEach(() => {
  leave();
  Reflect.deleteProperty(navigator, 'wakeLock');
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

it('shows nothing as live at a moment of the past in which nothing was known', async () => {
  const connection = new FakeConnection();
  await open(connection);
  await seconds(30);
  connection.sign = { ...connection.sign, connection: LOST };
  await seconds(90);
  connection.sign = new FakeConnection().sign;
  await seconds(30);
  const back = async (steps: number, ago: string) => {
    await userEvent.keyboard(`{Shift>}${'{ArrowLeft}'.repeat(steps)}{/Shift}`);
    await expect.element(page.getByText(ago)).toBeVisible();
  };
  const figures = () => document.querySelector('.wall-table tbody td:last-child')?.textContent;
  await back(2, '20 sec ago');
  await expect.poll(figures).toBe('Live');
  await back(3, '50 sec ago');
  await expect.poll(figures).toMatch(/^Stale, [67]\d sec old$|^Stale, 1 min old$/);
  await back(8, '2 min ago');
  await expect.poll(figures).toBe('Live');
});

it('tells in its table when a server restarts next, and that none is planned', async () => {
  const connection = new FakeConnection();
  await open(connection);
  const restart = () => document.querySelector('.wall-table tbody td:nth-child(6)')?.textContent;
  await seconds(5);
  await expect.poll(restart).toBe('No restart planned');
  const { environment } = serverRow();
  const local = new Date(Date.now() + 40.5 * 60_000).toISOString();
  connection.put('servers', [
    serverRow({ environment: { ...environment, next_restart: { local } } }),
  ]);
  await seconds(6);
  await expect.poll(restart).toMatch(/^in 40\smin$/);
});

it('pins a page by key and by button, and says so', async () => {
  await open(new FakeConnection());
  await seconds(2);
  await userEvent.keyboard('p');
  await expect.element(page.getByText('Pinned: pages do not turn.')).toBeVisible();
  // In a line of its own, which drifts as all that stands for weeks.
  const notes = document.querySelector('.wall-drifting > .wall-notes');
  const picture = document.querySelector('.wall-stage');
  const [above, below] = [notes?.getBoundingClientRect(), picture?.getBoundingClientRect()];
  expect(above?.height).toBeGreaterThan(10);
  expect(below?.top).toBeGreaterThan(10);
  // The edge of the picture is empty.
  expect((above?.bottom ?? 0) - (below?.top ?? 0)).toBeLessThan(5);
  await userEvent.hover(document.querySelector('canvas') ?? document.body);
  await page.getByRole('button', { name: 'Keep this page (P)' }).click();
  await seconds(1);
  expect(document.body.textContent).not.toContain('Pinned');
});

const DOWN = { state: 'DISCONNECTED', offline: true, ready: false } as const;

it('keeps a pinned page that is another one of all that are shown, since a server is down', async () => {
  const wall = twoScenes(false);
  const [offline] = quickWall('?state=offline', 'Offline').scenes;
  const [, all] = wall.scenes;
  if (offline === undefined || all === undefined) throw new RangeError('A wall without scenes.');
  const connection = new FakeConnection();
  await open(connection, false, { ...wall, scenes: [offline, all] });
  await seconds(2);
  await expect.element(page.getByRole('heading', { name: 'Again' })).toBeVisible();
  await userEvent.keyboard('p');
  connection.put('servers', [state(DOWN)]);
  await seconds(12);
  await expect.element(page.getByText('2/2')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Again' })).toBeVisible();
});

it('raises a server that is down, also where the wall shows only those that are online', async () => {
  const connection = new FakeConnection();
  await open(connection, false, quickWall('?state=online', 'Online'));
  await seconds(5);
  connection.put('servers', [state(DOWN)]);
  await seconds(12);
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Chernarus 1 has been down for 10 sec');
  // The scene itself leaves it out.
  await expect.element(page.getByRole('img')).toHaveAccessibleName(/0 servers/);
});

it('has as many pages under the strip as before, and shows the one of the server that is down', async () => {
  await page.viewport(1_920, 1_080);
  const servers = Array.from({ length: 170 }, (_, index) => {
    const identifier = `Server ${String(index).padStart(3, '0')}`;
    const configuration = { ...serverRow().configuration, identifier };
    return serverRow({ id: String(index).padStart(24, '0'), configuration });
  });
  const connection = new FakeConnection();
  await open(connection, false, quickWall('', 'All servers'));
  connection.put('servers', servers);
  await seconds(5);
  await expect.element(page.getByText('1/3')).toBeVisible();
  const { state: down } = state(DOWN);
  connection.put(
    'servers',
    servers.map((row, index) => (index === 60 ? { ...row, state: down } : row)),
  );
  await seconds(12);
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Server 060 has been down for 10 sec');
  await expect.element(page.getByText('1/3')).toBeVisible();
  expect(document.querySelector('.wall-table')?.textContent).toContain('Server 060');
});

it('names what else is down beside the newest, and not what is back', async () => {
  const configuration = { ...serverRow().configuration, identifier: 'Other' };
  const [first, other] = [state(DOWN), { ...state(DOWN), id: 'f'.repeat(24), configuration }];
  const connection = new FakeConnection();
  await open(connection, false, quickWall('', 'All servers'));
  connection.put('servers', [first, other]);
  await seconds(12);
  const said = () => document.querySelector('.wall-incidents')?.textContent;
  await expect.poll(said).toMatch(/^Chernarus 1 has been down for \d+ secAlso: Other$/);
  connection.put('servers', [first, { ...other, state: state({}).state }]);
  await seconds(5);
  await expect.poll(said).toMatch(/^Chernarus 1 has been down for \d+ sec$/);
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

it('says that the screen may fall asleep where the browser cannot keep it awake', async () => {
  const browserWith = (wakeLock: unknown) =>
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: wakeLock });
  let [asked, released] = [0, 0];
  const release = async () => void (released += 1);
  browserWith({
    request: async () => {
      asked += 1;
      return Object.assign(new EventTarget(), { release });
    },
  });
  await open(new FakeConnection());
  await seconds(1);
  expect(asked).toBe(1);
  expect(document.body.textContent).not.toContain('screen awake');
  leave();
  await expect.poll(() => released).toBe(1);
  browserWith(undefined);
  await open(new FakeConnection());
  await expect.element(page.getByText(/cannot keep the screen awake/)).toBeVisible();
});

it('rings once for a server that goes down, where it may be heard', async () => {
  let tones = 0;
  vi.stubGlobal('AudioContext', function Allowed() {
    const context = { state: 'running', currentTime: 0, close: async () => {} };
    return Object.assign(new EventTarget(), context);
  });
  vi.stubGlobal('GainNode', function Gain() {
    return { connect() {}, disconnect() {} };
  });
  vi.stubGlobal('OscillatorNode', function Oscillator() {
    return { connect() {}, stop() {}, start: () => (tones += 1) };
  });
  const connection = new FakeConnection();
  await open(connection, true);
  await seconds(5);
  connection.put('servers', [state(DOWN)]);
  await seconds(12);
  await expect.poll(() => tones).toBe(4);
  await seconds(5);
  expect(tones).toBe(4);
});

/** A host that has these builds, each time that it is asked; from then on it is away: this page has to stay. */
function hostWith(...builds: readonly string[]) {
  const host = { asked: 0 };
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/') throw new RangeError(`Nobody asks for ${path}.`);
    const build = builds[host.asked++];
    if (build === undefined) return new Response('', { status: 503 });
    return new Response(`<script type="module" src="/assets/${build}.js"></script>`);
  });
  return host;
}

describe('a wall of an old build', () => {
  beforeEach(() => {
    // Put in as text, so that it is not loaded.
    const script = '<script type="module" src="/assets/old.js"></script>';
    document.head.insertAdjacentHTML('beforeend', script);
  });

  afterEach(() => {
    leave();
    document.head.querySelector('script[src="/assets/old.js"]')?.remove();
    localStorage.clear();
  });

  it('looks at the build of the host when it is connected, and every five minutes', async () => {
    const host = hostWith('old', 'old', 'old');
    const connection = new FakeConnection();
    await open(connection);
    await seconds(290);
    expect(host.asked).toBe(1);
    await seconds(12);
    expect(host.asked).toBe(2);
    connection.sign = { ...connection.sign, connection: LOST };
    await seconds(5);
    connection.sign = new FakeConnection().sign;
    await seconds(5);
    expect(host.asked).toBe(3);
    leave();
    await seconds(600);
    expect(host.asked).toBe(3);
  });

  it('waits to be reloaded when the host has another build', async () => {
    const host = hostWith('new');
    const connection = new FakeConnection();
    await open(connection);
    await seconds(2);
    expect(host.asked).toBe(2);
    connection.sign = { ...connection.sign, connection: LOST };
    await seconds(5);
    await expect.element(page.getByText(/There is a new version/)).toBeVisible();
    await seconds(15);
    expect(host.asked).toBeGreaterThan(2);
  });

  it('waits to be reloaded when the host speaks another version', async () => {
    hostWith('old');
    const connection = new FakeConnection();
    await open(connection);
    await seconds(2);
    const refused = { kind: 'refused', status: CLOSE.PROTOCOL } as const;
    connection.sign = { ...connection.sign, connection: refused };
    await seconds(5);
    await expect.element(page.getByText(/Muster was updated; the wall reloads/)).toBeVisible();
  });

  it('waits to be reloaded when the connection has left a worker that hangs, and not before', async () => {
    hostWith('old');
    const connection = new FakeConnection();
    await open(connection);
    await seconds(2);
    connection.commands.sign = () => new Promise(() => {});
    await seconds(60);
    await expect.element(page.getByText('Not connected.', { exact: false })).toBeVisible();
    // Its page would come back to the worker that hangs.
    expect(document.body.textContent).not.toContain('reloads by itself');
    connection.hung.value = true;
    await expect.element(page.getByText(/The wall reloads by itself/)).toBeVisible();
  });
});
