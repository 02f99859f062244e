import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import { startSimServer, type SimServer } from '../../../src/sim/server.ts';
import { METRICS_TOKEN } from '../../support/metric.ts';
import { startHost, type RunningHost } from '../../support/running-host.ts';
import { writeIn } from './keyboard.ts';

const PASSWORD = 'correct horse battery';

/** The product with one simulated DayZ server, and browsers to use it with. */
export interface Portal {
  readonly host: RunningHost;
  readonly sim: SimServer;
  /** Another browser than the page's, of somebody else. */
  readonly elsewhere: BrowserContext;
}

/** Who joins is known, and in the game, at once. */
export const AT_ONCE = { guidMs: 60, verifiedMs: 60, lobbyMs: 60 };

/** A simulated DayZ server on which people are known at once, and which is soon back. */
export function startDayz(seed: number): Promise<SimServer> {
  return startSimServer({
    game: 'DAYZ',
    password: 'secret',
    slots: 60,
    seed,
    join: AT_ONCE,
    restart: { downMs: 1_500, loadingMs: 1_000 },
  });
}

/** A fresh host, and a server whose players come and go as the test says. */
export const test = base.extend<Portal>({
  host: async ({}, use, info) => {
    const host = await startHost({ MUSTER_METRICS_TOKEN: METRICS_TOKEN, MUSTER_SIGNUP: 'open' });
    await use(host);
    await host.stop();
    if (info.status !== info.expectedStatus) {
      await info.attach('what the host printed', {
        body: host.output(),
        contentType: 'text/plain',
      });
    }
  },
  sim: async ({}, use) => {
    const sim = await startDayz(7);
    await use(sim);
    await sim.stop();
  },
  elsewhere: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(context);
    await context.close();
  },
});

/** Makes the founding account by the first-run page. Ends on the dashboard, signed in. */
export async function found(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/`);
  await expect(page.getByRole('heading', { name: 'Create the founding account' })).toBeVisible();
  await writeIn(page.getByLabel('Username'), 'ada');
  await writeIn(page.getByLabel('Display name'), 'Ada');
  await writeIn(page.getByLabel('E-mail'), 'ada@example.org');
  await writeIn(page.getByLabel('Password', { exact: true }), PASSWORD);
  await writeIn(page.getByLabel('Password again'), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/dashboard`);
}

/** Makes a call as whoever is signed in on the page, or as nobody. */
export async function call(
  page: Page,
  path: string,
  body: object,
): Promise<{ readonly status: number; readonly answer: unknown }> {
  return page.evaluate(
    async ([to, sent]) => {
      const token = await fetch('/app/v1/@me/acsrf-token');
      const secret = token.ok ? ((await token.json()) as object) : {};
      const answer = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...sent, ...secret }),
      });
      return { status: answer.status, answer: (await answer.json()) as unknown };
    },
    [path, body] as const,
  );
}

/** Makes an account of somebody in a tab of theirs, which is signed in to it; it is called after its username. */
export async function signUp(page: Page, origin: string, username: string): Promise<void> {
  await page.goto(`${origin}/auth`);
  const { status, answer } = await call(page, '/app/v1/auth/sign-up', {
    username,
    display_name: username.replace(/^./, (letter) => letter.toUpperCase()),
    email: `${username}@example.org`,
    password: PASSWORD,
  });
  if (status !== 200) throw new Error(`${username} has no account: ${JSON.stringify(answer)}`);
}

/** Adds the simulated server by a call, as the wizard would. Answers its id when it is deployed. */
export async function addServer(page: Page, sim: SimServer, identifier: string): Promise<string> {
  const { gamePort, queryPort, rconPort, host, password } = sim.address;
  const body = {
    identifier,
    timezone: 'Europe/Berlin',
    game: 1,
    host,
    game_port: gamePort,
    query_port: queryPort,
    rcon_port: rconPort,
    rcon_password: password,
  };
  const { answer } = await call(page, '/app/v1/servers/add', body);
  const { server_id: id } = answer as { server_id?: string };
  if (id === undefined) throw new Error(`The server was not added: ${JSON.stringify(answer)}`);
  return id;
}

/** A tab on a server's dashboard, tall enough that every player's row is drawn. */
export async function openServer(
  context: BrowserContext,
  origin: string,
  serverId: string,
): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 3_400 });
  await page.goto(`${origin}/dashboard/${serverId}`);
  return page;
}

/** Names that a tab shows, sorted. */
export async function shownPlayers(page: Page): Promise<readonly string[]> {
  return (await page.locator('.players .player-link bdi').allInnerTexts()).toSorted();
}

/** Names that are on the simulated server by its own account, sorted. */
export function truePlayers(sim: SimServer): readonly string[] {
  return sim
    .roster()
    .map((player) => player.name)
    .toSorted();
}

/** Waits until a tab shows exactly who is on the server. */
export async function expectRight(page: Page, sim: SimServer, timeout = 90_000): Promise<void> {
  await expect.poll(() => shownPlayers(page), { timeout }).toEqual(truePlayers(sim));
}

/** The chat texts that a tab's feed shows, in order. */
export async function shownChat(page: Page): Promise<readonly string[]> {
  return page.locator('.feed-entry[data-kind="chat"] q').allInnerTexts();
}

/** The browser's own session, and the one shared worker that it runs. */
async function sharedWorker(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const workers = targetInfos.filter((target) => target.type === 'shared_worker');
  expect(workers).toHaveLength(1);
  const [worker] = workers;
  if (worker === undefined) throw new RangeError('There is no shared worker.');
  return { session, targetId: worker.targetId };
}

/** Kills the shared worker, as a crash would: no event reaches any tab. */
export async function killWorker(browser: Browser): Promise<void> {
  const { session, targetId } = await sharedWorker(browser);
  await session.send('Target.closeTarget', { targetId });
  await session.detach();
}

/**
 * Blocks the shared worker for so many milliseconds, or for ever: it lives and answers nothing. It waits instead
 * of computing, which would take a processor from the tests beside it.
 */
export function hangWorker(browser: Browser, ms = Infinity): Promise<void> {
  // Only the memory of WebAssembly is shared where the page is not isolated.
  const memory = 'new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer';
  const block = `Atomics.wait(new Int32Array(${memory}), 0, 0, ${ms})`;
  return inWorker(browser, `setTimeout(() => { ${block} })`);
}

/** How many shared workers the browser runs. */
export async function sharedWorkers(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  await session.detach();
  return targetInfos.filter((target) => target.type === 'shared_worker').length;
}

/** Evaluates an expression in the shared worker. */
export async function inWorker(browser: Browser, expression: string): Promise<void> {
  const { session, targetId } = await sharedWorker(browser);
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const message = JSON.stringify({
    id: 1,
    method: 'Runtime.evaluate',
    params: { expression },
  });
  await session.send('Target.sendMessageToTarget', { sessionId, message });
}

let people = 0;

/** Of somebody whom no server has seen. */
export function freshSteamId(): string {
  people += 1;
  return String(76_561_190_000_000_000n + BigInt(people));
}

/** Somebody new joins the simulated server; answers their number there. */
export function join(sim: SimServer, name: string, steamId = freshSteamId()): number {
  const arrival = sim.join({ name, steamId });
  if (arrival.outcome !== 'joined') throw new Error(`${name} could not join: ${arrival.outcome}`);
  return arrival.id;
}
