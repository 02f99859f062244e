/** WebKitGTK by WebDriver: `WebKitWebDriver` drives its MiniBrowser, on a screen of Xvfb that nobody sees. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyActions, pointerActions, type OtherBrowser, type Tab } from './tab.ts';

/** What has to be installed. */
export interface WebkitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly screen: string;
}

/** With what is around the page, it is about 1440 × 900. */
const WINDOW = { x: 0, y: 0, width: 1_440, height: 950 };

type Send = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

/** Starts it with a home of its own. */
export async function startWebkit(programs: WebkitPrograms): Promise<OtherBrowser> {
  const home = await mkdtemp(join(tmpdir(), 'muster-webkit-'));
  const screen = spawn(
    programs.screen,
    ['-displayfd', '3', '-screen', '0', '1600x1100x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const display = await firstLine(screen);
  const port = await freePort();
  const driver = spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    // Its own sandbox needs user namespaces, which a container has not.
    env: {
      ...process.env,
      HOME: home,
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  });
  const ask = sender(`http://127.0.0.1:${port}`);
  await listening(ask, driver);
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
      },
    },
  });
  const send: Send = (method, path, body) => ask(method, `/session/${sessionId}${path}`, body);
  const inTurn = oneAtATime();
  return {
    async open(url) {
      const handle = await inTurn(async () => {
        const made = await send<{ handle: string }>('POST', '/window/new', { type: 'window' });
        return made.handle;
      });
      const tab = tabOf(send, handle, inTurn);
      await tab.show();
      await inTurn(() => send('POST', '/window/rect', WINDOW));
      await tab.go(url);
      return tab;
    },
    async close() {
      await send('DELETE', '');
      await Promise.all([ended(driver), ended(screen)]);
      await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** A session has one tab at a time that commands go to. */
function tabOf(send: Send, handle: string, inTurn: <T>(work: () => Promise<T>) => Promise<T>): Tab {
  const here = <T>(work: () => Promise<T>): Promise<T> =>
    inTurn(async () => {
      await send('POST', '/window', { handle });
      return work();
    });
  return {
    go: (url) => here(() => send('POST', '/url', { url })),
    // Each is a window of its own, and none hides another.
    show: () => here(() => Promise.resolve()),
    ask: <T>(expression: string) =>
      here(async () => {
        const script = `const [done] = arguments;
          (async () => JSON.stringify(await (${expression})))().then(
            (value) => done({ value }), (error) => done({ error: String(error) }));`;
        const { value, error } = await send<{ value?: string; error?: string }>(
          'POST',
          '/execute/async',
          { script, args: [] },
        );
        if (error !== undefined) throw new Error(error);
        return JSON.parse(value ?? 'null') as T;
      }),
    press: (x, y) => here(() => send('POST', '/actions', { actions: pointerActions(x, y) })),
    type: (keys) => here(() => send('POST', '/actions', { actions: keyActions(keys) })),
  };
}

function sender(origin: string): Send {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.error ?? ''}: ${value.message ?? ''}`);
    return value;
  };
}

/** Asks until the driver answers, or has ended. */
async function listening(ask: Send, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null) {
    const ready = await ask<{ ready: boolean }>('GET', '/status').catch(() => ({ ready: false }));
    if (ready.ready) return;
  }
  throw new Error(`WebKitWebDriver ended with ${driver.exitCode}.`);
}

async function firstLine(screen: ChildProcess): Promise<string> {
  const output = screen.stdio[3];
  if (output === undefined || output === null || !('setEncoding' in output)) {
    throw new Error('Xvfb has no way to say its display.');
  }
  const [text] = (await once(output.setEncoding('utf8'), 'data')) as [string];
  return text.trim();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}
