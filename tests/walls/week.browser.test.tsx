import '../../src/ui/style/base.css';
import '../../src/ui/parts/parts.css';
import '../../src/ui/shell/frame/frame.css';
import { signal } from '@preact/signals-core';
import { expect, inject, it, vi } from 'vitest';
import { cdp, commands, page } from 'vitest/browser';
import { draw } from '../../src/ui/app/doubles.tsx';
import type { Connection, WorkerState } from '../../src/ui/data/connect.ts';
import { FakeConnection } from '../../src/ui/data/doubles.ts';
import { LiveView } from '../../src/ui/data/live-view.ts';
import { startTexts } from '../../src/ui/text/i18n.ts';
import type { ShownWall } from '../../src/ui/walls/screen/wall-model.ts';
import { WallScreen } from '../../src/ui/walls/screen/wall-screen.tsx';
import { fitSlope } from '../support/slope.ts';
import { Browser, type TabDouble } from '../worker/tabs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The long form of the tests runs. */
    readonly long: boolean;
  }
}
declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Writes to the standard output of the run: a page has none. */
    print(text: string): Promise<void>;
  }
}

const LONG = inject('long');
const HOURS = LONG ? 7 * 24 : 0.4;
/** Memory is looked at so often. */
const LOOKED_EVERY_S = LONG ? 3_600 : 120;
/** By then everything is full that is bounded: the ring of the past, feeds, players. */
const FULL_AFTER = LONG ? 12 : 6;
/** What the short form can tell from noise, in MB. */
const SHORT_GROWTH = 0.75;
const TIMEOUT_MS = LONG ? 0 : 60_000;
/** The page draws once in so many simulated seconds: a real frame takes longer than they do. */
const DRAWN_EVERY_S = 30;
const MEGABYTE = 1024 * 1024;
const SERVERS = 24;
/** In the document, the table of the wall among them. */
const MOST_ELEMENTS = 400;
const FILTER = { text: '', games: [], states: [] };
const WALL: ShownWall = {
  name: 'A week',
  rotation: 20,
  pinned_scene: null,
  sound: false,
  scenes: (['tiles', 'league', 'heat'] as const).map((layout, index) => ({
    scene_id: String(index).repeat(24),
    title: layout,
    source: { kind: 'filter', filter: FILTER },
    layout,
  })),
};

interface Devtools {
  send(method: 'HeapProfiler.collectGarbage'): Promise<void>;
  send(method: 'Runtime.getHeapUsage'): Promise<{ usedSize: number; backingStorageSize: number }>;
}

/** Bytes in use, with those of the typed arrays that a wall's rows and pictures are. */
async function heap(): Promise<number> {
  const devtools = cdp() as unknown as Devtools;
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize + backingStorageSize;
}

/** The page's data layer over a worker that runs in the page itself. */
function connectionTo(browser: Browser, tab: TabDouble): Connection {
  const nowhere = new FakeConnection();
  return {
    tab: 'wall',
    state: signal<WorkerState>({ kind: 'running' }),
    replaying: false,
    hung: nowhere.hung,
    behind: nowhere.behind,
    reloads: nowhere.reloads,
    commands: { ...nowhere.commands, sign: async () => browser.worker.sign() },
    subscribe: (query, view) => tab.stream.subscribe(query, view),
    view: () => new LiveView(),
  };
}

const { port1, port2 } = new MessageChannel();
/** Lets React and the canvas have their turn, without the wait that timers cost. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

it(
  `a wall on a page holds its memory for ${HOURS} simulated hours`,
  async () => {
    await startTexts();
    // A small picture: the week is not waited for while it is drawn.
    await page.viewport(640, 360);
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    });
    const browser = new Browser();
    vi.setSystemTime(browser.clock.now());
    const { world, host } = browser;
    for (let count = 1; count <= SERVERS; count++) world.addServer(`Server ${count}`, 60);
    await browser.start();
    const tab = await browser.tab('wall');
    const leave = draw(<WallScreen wall={WALL} />, connectionTo(browser, tab), '/wall');
    await expect.poll(() => vi.getTimerCount(), { timeout: 20_000 }).toBeGreaterThan(2);

    let moment = 0;
    const second = async () => {
      moment += 1;
      world.pass(browser.clock.now() - world.at);
      const server = world.servers[moment % SERVERS];
      if (server !== undefined && moment % 2 === 0) {
        const [player] = server.players.values();
        const leaves = player !== undefined && server.players.size > 30;
        host.tell(leaves ? world.leave(server, player) : world.join(server, 'Survivor'));
      }
      if (server !== undefined && moment % 3_600 === 600) host.tell(world.stop(server));
      if (moment % 3_600 === 660) {
        for (const one of world.servers) if (!one.state.ready) host.tell(world.start(one));
      }
      if (moment % 86_400 === 10_000) host.close();
      await browser.clock.advance(1_000);
      vi.advanceTimersByTime(1_000);
      if (moment % DRAWN_EVERY_S === 0) await turn();
      if (moment % 60 !== 0) return;
      host.forget();
      browser.logged.length = 0;
      tab.messages.length = 0;
    };
    const samples: [days: number, megabytes: number][] = [];
    const nodes: number[] = [];
    while (moment < HOURS * 3_600) {
      await second();
      if (moment % LOOKED_EVERY_S !== 0) continue;
      samples.push([moment / 86_400, (await heap()) / MEGABYTE]);
      nodes.push(document.getElementsByTagName('*').length);
    }
    expect(document.querySelector('.wall-outage')).toBeNull();
    expect(document.querySelector('.wall-head')?.textContent).toContain('players');
    leave();
    vi.useRealTimers();
    const full = samples.slice(FULL_AFTER);
    const heaps = full.map(([, megabytes]) => megabytes);
    expect(Math.max(...nodes)).toBeLessThanOrEqual(MOST_ELEMENTS);
    if (!LONG) {
      // The least of three looks: what the collector has not taken yet is no growth.
      const growth = Math.min(...heaps.slice(-3)) - Math.min(...heaps.slice(0, 3));
      expect(growth).toBeLessThanOrEqual(SHORT_GROWTH);
      return;
    }
    const { slope, upper } = fitSlope(full);
    await commands.print(
      `${HOURS} simulated hours in a page: ${slope.toFixed(3)} MB a day, upper 95 % bound ${upper.toFixed(3)} MB; ` +
        `${heaps.at(-1)?.toFixed(1)} MB at the end; ${Math.max(...nodes)} elements at most`,
    );
    expect(upper).toBeLessThanOrEqual(1);
  },
  TIMEOUT_MS,
);
