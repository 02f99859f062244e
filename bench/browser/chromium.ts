/** Chromium with its profile on disk, and what is asked of the portal in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/lib/browser.mjs';
import type { Inspection } from '../../src/worker/contract.ts';

const TICKS_A_SECOND = 100;

/**
 * The suggestions below each window's address are a page of Chromium's own; twenty windows load for half a minute.
 * The others are what Playwright switches off that bears on pages: its list is replaced by this one.
 */
const WITHOUT = [
  'AimEnabled',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'PaintHolding',
  'HttpsUpgrades',
  'ThirdPartyStoragePartitioning',
  'DestroyProfileOnBrowserClose',
  'OptimizationHints',
  'MediaRouter',
];

export interface DiskBrowser {
  readonly context: BrowserContext;
  /** Milliseconds of processor time that all its processes have used. */
  readonly cpu: () => number;
  /** The same by kind of process: renderers, the one that draws, … */
  readonly cpuByKind: () => ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Starts Chromium with a profile in a new folder, which `close` removes. */
export async function launch(profile?: string): Promise<DiskBrowser & { profile: string }> {
  const folder = profile ?? (await mkdtemp(join(tmpdir(), 'muster-bench-')));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await findBrowser(),
    viewport: { width: 1440, height: 900 },
    args: [`--disable-features=${WITHOUT.join(',')}`],
  });
  return {
    context,
    profile: folder,
    cpu: () => cpuOf(`--user-data-dir=${folder}`),
    cpuByKind: () => cpuByKind(`--user-data-dir=${folder}`),
    async close() {
      await context.close();
      if (profile === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens the dashboard and waits for its first row. */
export async function openDashboard(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/dashboard`);
  await page.getByRole('row', { name: /0 probe/ }).waitFor({ timeout: 60_000 });
}

/** Makes a page hidden as far as the portal can tell; Chromium goes on to draw it. */
export async function hide(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    Object.defineProperty(document, 'hasFocus', { value: () => false });
  });
}

/** What a worker says of itself, without its streams: of thousands, asking would be most of what is measured. */
export type Inspected = Omit<Inspection, 'streams'>;

/** What the page's worker says of itself, asked as Comlink asks; another page of its origin may ask for it. */
export async function inspect(page: Page, asking = page): Promise<Inspected> {
  const browser = page.context().browser() ?? page.context();
  const session =
    'newBrowserCDPSession' in browser
      ? await browser.newBrowserCDPSession()
      : await browser.newCDPSession(page);
  const { targetInfos } = await session.send('Target.getTargets');
  const url = targetInfos.find(({ type }) => type === 'shared_worker')?.url;
  await session.detach();
  if (url === undefined) throw new Error('There is no worker.');
  return asking.evaluate(
    (address) =>
      new Promise<Inspected>((resolve) => {
        const { port } = new SharedWorker(address, {
          type: 'module',
          name: `account ${location.origin}`,
        });
        port.onmessage = ({ data }: MessageEvent<{ value: Inspection }>) => {
          port.close();
          const { streams: _streams, ...inspected } = data.value;
          resolve(inspected);
        };
        port.postMessage({ id: '1', type: 'APPLY', path: ['inspect'], argumentList: [] });
      }),
    url,
  );
}

/** Milliseconds of processor time of the processes that were started with this argument, and of theirs. */
export function cpuOf(argument: string): number {
  return [...cpuByKind(argument).values()].reduce((sum, ms) => sum + ms, 0);
}

/** The same by what Chromium calls each kind of process. */
function cpuByKind(argument: string): ReadonlyMap<string, number> {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        const ticks = Number(fields[11]) + Number(fields[12]);
        return [{ pid: name, parent: fields[1] ?? '', command, ticks }];
      } catch (error) {
        // It ended while it was looked at.
        if (error instanceof Error && 'code' in error) return [];
        throw error;
      }
    });
  const family = new Set(
    processes.filter(({ command }) => command.includes(argument)).map(({ pid }) => pid),
  );
  for (let grown = -1; grown < family.size;) {
    grown = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  const kinds = new Map<string, number>();
  for (const { pid, command, ticks } of processes) {
    if (!family.has(pid)) continue;
    const kind = /--type=([a-z-]+)/.exec(command)?.[1] ?? 'browser';
    kinds.set(kind, (kinds.get(kind) ?? 0) + (ticks * 1_000) / TICKS_A_SECOND);
  }
  return kinds;
}
