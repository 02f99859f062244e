/**
 * A wall of thousands of tiles under load, with the store on: frames a second, and how many of them were long.
 * Beside it a canvas that fills the same cells at the same rate out of a worker that invents them: no socket,
 * no schema, no rows, no store, no text.
 *
 *   node bench/run.mjs wall
 *   node bench/run.mjs wall --tiles 50000 --screen 3840x2160
 *   node bench/run.mjs wall --rate 5000 --profile FOLDER
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { inspect, launch, type DiskBrowser, type Inspected } from './browser/chromium.ts';
import { machine, now } from './browser/figures.ts';
import { LoadHost } from './browser/load-host.ts';
import { profileTo } from './browser/profile.ts';
import { framesOf, watchFrames, type FrameFigures } from './browser/smoothness.ts';

const { values } = parseArgs({
  options: {
    tiles: { type: 'string', default: '10000' },
    players: { type: 'string', default: '20000' },
    rate: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '20' },
    /** In CSS pixels, one of the screen's for each. */
    screen: { type: 'string', default: '1920x1080' },
    /** A folder for profiles of the page's own thread and of the worker. */
    profile: { type: 'string' },
    /** Asks the worker once a second what it has applied: of 50,000 servers that takes from what is measured. */
    'each-second': { type: 'boolean', default: false },
    bare: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const tiles = Number(values.tiles);
const rate = Number(values.rate);
const seconds = Number(values.seconds);

const [width = 1_920, height = 1_080] = values.screen.split('x').map(Number);
const SIZE = { width, height };

interface Measured extends FrameFigures {
  /** Milliseconds of processor time a second, by kind of process of the browser. */
  readonly cpu: ReadonlyMap<string, number>;
}

/** Lets things run in, then measures for the given time. */
async function measure(page: Page, { cpuByKind }: DiskBrowser): Promise<Measured> {
  await sleep(5_000);
  await framesOf(page);
  const [begun, used] = [now(), cpuByKind()];
  await sleep(seconds * 1_000);
  const took = (now() - begun) / 1_000;
  const cpu = [...cpuByKind()].map(
    ([kind, ms]) => [kind, (ms - (used.get(kind) ?? 0)) / took] as const,
  );
  return { ...(await framesOf(page)), cpu: new Map(cpu) };
}

function tell(what: string, { fps, over33, over50, p99, longest, cpu }: Measured): void {
  const all = [...cpu.values()].reduce((sum, ms) => sum + ms, 0);
  const each = [...cpu].map(([kind, ms]) => `${kind} ${ms.toFixed(0)}`).join(', ');
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  console.log(
    `${what}: ${fps.toFixed(1)} frames/s, ${percent(over33)} over 33 ms, ${percent(over50)} over 50 ms, ` +
      `p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)} ms, ${all.toFixed(0)} ms of CPU a second (${each})`,
  );
}

/** Asks the worker once a second how many events it has applied, until `until` is done. */
async function countApplied(
  ask: () => Promise<Inspected>,
  until: Promise<unknown>,
): Promise<readonly number[]> {
  const counts: number[] = [];
  let running = true;
  void until.then(() => (running = false));
  for (let next = now(); running; next += 1_000) {
    await sleep(Math.max(0, next - now()));
    counts.push((await ask()).events.applied);
  }
  return counts.slice(1).map((count, index) => count - (counts[index] ?? count));
}

/** In the page: whether the head of its wall counts so many servers, whatever their states. */
function showsServers(wanted: number): boolean {
  const states = [
    ...document.querySelectorAll('.wall-legend li:not([data-status="stale"]) strong'),
  ];
  return (
    states.reduce((sum, one) => sum + Number(one.textContent.replaceAll(/\D/g, '')), 0) === wanted
  );
}

async function ours(): Promise<void> {
  const host = await LoadHost.start({
    servers: tiles - 1,
    players: Number(values.players),
    watched: 0,
  });
  const browser = await launch();
  try {
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await page.setViewportSize(SIZE);
    const opened = now();
    await page.goto(`${host.origin}/wall?layout=heat`);
    await page.waitForFunction(showsServers, tiles, { timeout: 60_000 });
    console.log(`  all shown after ${((now() - opened) / 1_000).toFixed(1)} s`);
    const watcher = await browser.context.newPage();
    await watcher.goto(`${host.origin}/favicon.svg`);
    await page.bringToFront();
    await sleep(3_000);
    await watchFrames(page);
    tell('  at rest', await measure(page, browser));
    const profiled = values.profile === undefined ? null : await profileTo(values.profile, page);
    const ask = () => inspect(page, watcher);
    const before = await ask();
    const begun = now();
    const measured = measure(page, browser);
    const counted = values['each-second'] ? countApplied(ask, measured) : null;
    const told = await host.keep(rate, measured);
    const took = (now() - begun) / 1_000;
    tell('  under load', await measured);
    const after = await ask();
    const applied = after.events.applied - before.events.applied;
    const per = (count: number) => Math.round(count / took);
    const share = ((applied / told) * 100).toFixed(1);
    console.log(
      `  ${per(told)} events/s told, ${per(applied)} applied (${share} %), ${after.events.malformed} malformed`,
    );
    if (counted !== null) console.log(`  applied in each second: ${(await counted).join(' ')}`);
    const patches = (after.tabs[0]?.patches ?? 0) - (before.tabs[0]?.patches ?? 0);
    console.log(
      `  ${per(patches)} patches/s; head: ${(await page.locator('.wall-head').innerText()).replaceAll(/\s+/g, ' ')}`,
    );
    await profiled?.();
  } finally {
    await browser.close();
    await host.close();
  }
}

/** The least that could be done: a worker invents events, a canvas fills the cells that they change. */
const BARE = `<!doctype html><title>bare</title><style>body{margin:0}</style><canvas width=${SIZE.width} height=${SIZE.height}></canvas>
<script>
const tiles = ${tiles}, columns = Math.ceil(Math.sqrt(tiles * ${SIZE.width} / ${SIZE.height}));
const side = Math.floor(${SIZE.width} / columns), context = document.querySelector('canvas').getContext('2d', { alpha: false });
const colours = Array.from({ length: 16 }, (_, step) => 'hsl(190 50% ' + (15 + step * 3) + '%)');
const players = new Int32Array(tiles), dirty = new Set();
new Worker('/worker.js').onmessage = ({ data }) => {
  for (let at = 0; at < data.length; at += 2) { players[data[at]] = data[at + 1]; dirty.add(data[at]); }
};
const draw = () => {
  for (const tile of dirty) {
    context.fillStyle = colours[players[tile] % 16];
    context.fillRect((tile % columns) * side, Math.floor(tile / columns) * side, side - 1, side - 1);
  }
  dirty.clear();
  requestAnimationFrame(draw);
};
for (let tile = 0; tile < tiles; tile++) dirty.add(tile);
draw();
</script>`;
const BARE_WORKER = `
let due = 0, last = performance.now();
setInterval(() => {
  const now = performance.now();
  due += ((now - last) * ${rate}) / 1000;
  last = now;
  const patch = new Int32Array(Math.floor(due) * 2);
  due -= Math.floor(due);
  for (let at = 0; at < patch.length; at += 2) {
    patch[at] = Math.random() * ${tiles};
    patch[at + 1] = Math.random() * 100;
  }
  postMessage(patch, [patch.buffer]);
}, 16);`;

async function bare(): Promise<void> {
  const server = createServer((request, response) => {
    const script = request.url === '/worker.js';
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
    response.end(script ? BARE_WORKER : BARE);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const browser = await launch();
  try {
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await page.setViewportSize(SIZE);
    await page.goto(`http://127.0.0.1:${port}/`);
    await watchFrames(page);
    tell('  under load', await measure(page, browser));
  } finally {
    await browser.close();
    server.close();
  }
}

console.log(machine());
console.log(`${tiles} tiles on ${SIZE.width} × ${SIZE.height}, ${rate} events/s, ${seconds} s`);
console.log('wall:');
await ours();
if (values.bare) {
  console.log('bare canvas and worker:');
  await bare();
}
