/** Firefox by WebDriver BiDi, which it speaks by itself: no driver is between. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { keyActions, pointerActions, type OtherBrowser, type Tab } from './tab.ts';

interface Answer {
  readonly id?: number;
  readonly error?: string;
  readonly message?: string;
  readonly result?: unknown;
}

interface Evaluated {
  readonly type: 'success' | 'exception';
  readonly result?: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
}

type Send = <T>(method: string, params: object) => Promise<T>;

/** Starts it without a window, with a profile of its own. */
export async function startFirefox(program: string): Promise<OtherBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'muster-firefox-'));
  const wanted = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const child = spawn(program, wanted, {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await new Promise<string>((found, failed) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [socket] = /ws:\/\/\S+/.exec(said) ?? [];
      if (socket !== undefined) found(socket);
    });
    child.once('exit', () => failed(new Error(`Firefox did not start: ${said}`)));
  });
  const socket = new WebSocket(`${address}/session`, { maxPayload: 64 * 1024 * 1024 });
  await once(socket, 'open');
  const send = sender(socket);
  await send('session.new', { capabilities: {} });
  return {
    async open(url) {
      const { context } = await send<{ context: string }>('browsingContext.create', {
        type: 'tab',
      });
      const tab = tabOf(send, context);
      await send('browsingContext.setViewport', {
        context,
        viewport: { width: 1_440, height: 900 },
      });
      await tab.go(url);
      return tab;
    },
    async close() {
      const gone = once(child, 'exit');
      await send('browser.close', {});
      await gone;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

function sender(socket: WebSocket): Send {
  const waiting = new Map<number, (answer: Answer) => void>();
  let calls = 0;
  socket.on('message', (data) => {
    const answer = JSON.parse((data as Buffer).toString('utf8')) as Answer;
    waiting.get(answer.id ?? 0)?.(answer);
  });
  return <T>(method: string, params: object) =>
    new Promise<T>((done, failed) => {
      calls += 1;
      const id = calls;
      waiting.set(id, (answer) => {
        waiting.delete(id);
        if (answer.error === undefined) done(answer.result as T);
        else failed(new Error(`${method}: ${answer.error}: ${answer.message ?? ''}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
}

function tabOf(send: Send, context: string): Tab {
  return {
    async go(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async ask<T>(expression: string) {
      const answer = await send<Evaluated>('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${expression})))()`,
        target: { context },
        awaitPromise: true,
      });
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text);
      return JSON.parse(answer.result?.value ?? 'null') as T;
    },
    async show() {
      await send('browsingContext.activate', { context });
    },
    async press(x, y) {
      await send('input.performActions', { context, actions: pointerActions(x, y) });
    },
    async type(keys) {
      await send('input.performActions', { context, actions: keyActions(keys) });
    },
  };
}
