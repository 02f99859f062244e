/**
 * Chromium over its own protocol alone. Playwright keeps every page visible and focused; here a tab in the
 * background is hidden, as it is for people. In a headless shell each tab is a window of its own, and none is
 * in another's background: there the window is minimized.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { findBrowser } from '../../scripts/lib/browser.mjs';

const ARGUMENTS = [
  '--headless=new',
  '--no-sandbox',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
  '--window-size=1440,900',
  '--remote-debugging-port=0',
];

interface Answer {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

interface Target {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

export class RawChromium {
  /** The folder of its profile, by which its processes are told from others. */
  readonly profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #end: () => Promise<void>;
  #calls = 0;
  #front: string | null = null;

  private constructor(profile: string, socket: WebSocket, end: () => Promise<void>) {
    this.profile = profile;
    this.#socket = socket;
    this.#end = end;
    socket.on('message', (data) => {
      const answer = JSON.parse((data as Buffer).toString('utf8')) as Answer;
      this.#waiting.get(answer.id ?? 0)?.(answer);
    });
  }

  /** Starts it with a profile on disk of its own. */
  static async start(): Promise<RawChromium> {
    const profile = await mkdtemp(join(tmpdir(), 'muster-chromium-'));
    const child = spawn(await findBrowser(), [...ARGUMENTS, `--user-data-dir=${profile}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const found = /ws:\/\/\S+/.exec(said)?.[0];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error(`The browser did not start: ${said}`)));
    });
    const socket = new WebSocket(address, { maxPayload: 256 * 1024 * 1024 });
    await once(socket, 'open');
    return new RawChromium(profile, socket, async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    });
  }

  async send(method: string, params: object = {}, sessionId?: string): Promise<Answer['result']> {
    const id = ++this.#calls;
    const { result, error } = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
    this.#waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** Sends what nobody will be left to answer. */
  post(method: string, sessionId: string): void {
    this.#socket.send(JSON.stringify({ id: ++this.#calls, method, sessionId }));
  }

  /** Opens a tab in front of the others. `before` runs in it before its own scripts. */
  async tab(url: string, before?: string): Promise<RawTab> {
    const { targetId } = (await this.send('Target.createTarget', { url: 'about:blank' })) as {
      targetId: string;
    };
    await this.putInFront(targetId);
    const attach = { targetId, flatten: true };
    const { sessionId } = (await this.send('Target.attachToTarget', attach)) as {
      sessionId: string;
    };
    const tab = new RawTab(this, targetId, sessionId);
    await tab.send('Page.enable');
    if (before !== undefined) {
      await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: before });
    }
    await tab.send('Page.navigate', { url });
    return tab;
  }

  /** Brings a tab in front of the one that was, which is hidden then. */
  async putInFront(targetId: string): Promise<void> {
    const behind = this.#front;
    this.#front = targetId;
    const own = await this.#window(targetId);
    await this.#size(own, 'normal');
    await this.send('Target.activateTarget', { targetId });
    if (behind === null || behind === targetId) return;
    const other = await this.#window(behind);
    if (other !== own) await this.#size(other, 'minimized');
  }

  async closeTab(targetId: string): Promise<void> {
    if (this.#front === targetId) this.#front = null;
    await this.send('Target.closeTarget', { targetId });
  }

  async #window(targetId: string): Promise<number> {
    const found = await this.send('Browser.getWindowForTarget', { targetId });
    return (found as { windowId: number }).windowId;
  }

  async #size(windowId: number, windowState: 'normal' | 'minimized'): Promise<void> {
    await this.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
  }

  /** Shared workers that live. */
  async workers(): Promise<readonly Target[]> {
    const { targetInfos } = (await this.send('Target.getTargets')) as {
      targetInfos: readonly Target[];
    };
    return targetInfos.filter(({ type }) => type === 'shared_worker');
  }

  /** Kills the shared workers, as a crash would: no event reaches any tab. */
  async killWorkers(): Promise<void> {
    for (const { targetId } of await this.workers()) {
      await this.send('Target.closeTarget', { targetId });
    }
  }

  async close(): Promise<void> {
    this.#socket.close();
    await this.#end();
  }
}

/** One tab; it is hidden while another is in front. */
export class RawTab {
  readonly #browser: RawChromium;
  readonly #target: string;
  readonly #session: string;

  constructor(browser: RawChromium, target: string, session: string) {
    this.#browser = browser;
    this.#target = target;
    this.#session = session;
  }

  send(method: string, params: object = {}): Promise<Record<string, unknown> | undefined> {
    return this.#browser.send(method, params, this.#session);
  }

  /** What an expression gives in the page; a promise is waited for. */
  async evaluate<T>(expression: string): Promise<T> {
    const answer = (await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value: T }; exceptionDetails?: { exception?: { description?: string } } };
    const wrong = answer.exceptionDetails;
    if (wrong !== undefined) throw new Error(wrong.exception?.description ?? 'It threw.');
    return answer.result.value;
  }

  /** Brings it in front of the others, which are hidden then. */
  async show(): Promise<void> {
    await this.#browser.putInFront(this.#target);
  }

  /** Its renderer dies. */
  crash(): void {
    this.#browser.post('Page.crash', this.#session);
  }

  async close(): Promise<void> {
    await this.#browser.closeTab(this.#target);
  }
}
