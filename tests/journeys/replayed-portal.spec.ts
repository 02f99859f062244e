import { open, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type JSHandle, type Page } from '@playwright/test';
import type { DomainEvent } from '../../src/domain/event.ts';
import { RecordingWriter } from '../../src/domain/recordings/write.ts';
import { createLoad } from '../../src/testing/frames.ts';
import { followingEvents, openingEvents } from '../../src/testing/snapshots.ts';
import { expectAccessible, expectNoOverflow, SIZES } from './support/accessible.ts';
import { choose, pressOn, writeIn } from './support/keyboard.ts';
import { addServer, found, join as joinSim, test } from './support/portal.ts';

const LONG = process.env['MUSTER_LONG'] === '1';
const OPTIONS = { build: 'test', sources: ['realtime', 'rest'] } as const;

let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-replayed-'));
});

test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file with a busy community of made-up servers in it. */
async function busyFile(name: string, events: number): Promise<string> {
  const path = join(folder, name);
  const file = await open(path, 'w');
  const load = createLoad({ seed: 5, servers: 8, players: 90, watched: 1 });
  const writer = new RecordingWriter(OPTIONS);
  const put = (lines: Iterable<string>) => file.write(`${[...lines].join('\n')}\n`);
  await put(writer.begin());
  const topics = ['feed', 'console', 'metrics', 'feed-personal'] as const;
  const [watched] = load.world.servers;
  const opening: readonly DomainEvent[] = [
    ...openingEvents(load.world),
    ...followingEvents(load.world, watched!, topics),
  ];
  await put(opening.map((event) => writer.event(event)));
  while (writer.seq < events) {
    const frames = load.take(Math.min(10_000, events - writer.seq));
    await put(frames.map((frame) => writer.event({ source: 'realtime', ...frame })));
  }
  await put([writer.end()]);
  await file.close();
  return path;
}

/** Lets go of a file over the page, as a person who drags it from a folder. */
async function drop(page: Page, path: string): Promise<void> {
  await expect(page.getByText('Drop a recording here, or choose a file')).toBeVisible();
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
    if (type === 'dragOver') await expect(page.locator('[data-over="true"]')).toBeVisible();
  }
  await session.detach();
}

const momentOf = (page: Page) => page.getByRole('slider', { name: 'Moment' });

function expectEvent(page: Page, event: number | RegExp): Promise<void> {
  const text = event instanceof RegExp ? event : new RegExp(`event ${event} of`);
  return expect(momentOf(page)).toHaveAttribute('aria-valuetext', text);
}

test('a person looks through a recording, and the other tab goes on', async ({
  page,
  context,
  host,
  sim,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await found(page, host.origin);
  const id = await addServer(page, sim, 'Chernarus 1');
  joinSim(sim, 'Ann');
  await page.goto(`${host.origin}/dashboard/${id}`);
  await expect(page.locator('.players .player-link bdi')).toHaveText('Ann');
  const file = await busyFile('busy.ndjson', 1_200);
  const replay = await context.newPage();
  await replay.goto(`${host.origin}/replay`);

  await test.step('drops a file, and scrubs with the pointer', async () => {
    await drop(replay, file);
    await expectEvent(replay, 0);
    await expect(replay.locator('.replay-banner')).toContainText('before the first event');
    await expect(replay.getByText('No server yet at this moment')).toBeVisible();
    const box = (await momentOf(replay).boundingBox())!;
    const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const;
    await replay.mouse.move(...at(0.02));
    await replay.mouse.down();
    await replay.mouse.move(...at(0.5), { steps: 12 });
    await replay.mouse.up();
    await expectEvent(replay, /event [4-8]\d\d of 1,200/);
    await expect(replay.getByRole('main').locator('td[data-column="state"]')).toHaveCount(8);
    await expect(replay).toHaveURL(/#recording=[0-9a-f]{8}&event=\d{3}$/);
  });

  await test.step('plays at a multiple, also by a key, and once more from the end', async () => {
    const place = replay.locator('.replay-transport');
    await choose(replay.getByLabel('Speed'), '0.1×');
    await replay.keyboard.press('Tab');
    const before = await place.textContent();
    await replay.keyboard.press('k');
    await expect(replay.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(place).not.toHaveText(before ?? '');
    await replay.keyboard.press('k');
    await pressOn(replay.getByRole('button', { name: 'To the end' }));
    await expectEvent(replay, /event 1,200 of/);
    await replay.keyboard.press('Escape');
    await pressOn(replay.getByRole('button', { name: 'Play', exact: true }));
    await expectEvent(replay, /event \d{1,3} of/);
    await pressOn(replay.getByRole('button', { name: 'Pause' }));
  });

  await test.step('goes and does by the palette, lists its keys, and offers nothing that sends', async () => {
    const field = replay.getByRole('combobox', { name: 'Page, server, player or action' });
    const chosen = replay.getByRole('option', { selected: true });
    const take = async (text: string, offered: string) => {
      await replay.keyboard.press('Control+k');
      await writeIn(field, text);
      await expect(chosen).toContainText(offered);
      await replay.keyboard.press('Enter');
      await expect(field).toHaveCount(0);
    };
    await take('to the end', 'To the end');
    await expectEvent(replay, /event 1,200 of/);
    await take('#700', 'Go to event 700');
    await expectEvent(replay, 700);
    await take('step', 'One event forward');
    await expectEvent(replay, 701);
    const link = replay.getByRole('main').locator('td a.row-link').first();
    const name = (await link.textContent()) ?? '';
    await take(name, name);
    await expect(replay).toHaveURL(/\/replay\/dashboard\/[0-9a-f]{24}#recording=/);
    await expect(replay.getByRole('heading', { level: 1 })).toContainText(name);
    const player = (await replay.locator('.players .player-link bdi').first().textContent()) ?? '';
    await replay.keyboard.press('Control+k');
    await writeIn(field, player);
    await expect(replay.getByRole('option').filter({ hasText: player }).first()).toContainText(
      'on ',
    );
    await expectAccessible(replay);
    for (const deed of ['kick', 'restart', 'message']) {
      await writeIn(field, `${deed} ${player}`);
      const nothing = `Nothing found for “${deed} ${player}”.`;
      await expect(replay.getByText(nothing).first()).toBeVisible();
    }
    await replay.keyboard.press('Escape');
    await replay.keyboard.press('?');
    const help = replay.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(help).toContainText('Play and pause');
    await expect(help).not.toContainText('Send the command');
    await expectAccessible(replay);
    await replay.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
    await replay.keyboard.press('g');
    await replay.keyboard.press('d');
    await expect(replay).toHaveURL(/\/replay\/dashboard#recording=/);
    await expectEvent(replay, 701);
  });

  await test.step('finds the next event of a kind on a server, and what it changed', async () => {
    await pressOn(replay.getByRole('button', { name: 'To the beginning' }));
    await pressOn(replay.getByRole('button', { name: 'Find' }));
    const kind = replay.getByLabel('Kind of event');
    await choose(kind, (await labelOf(replay, 'gsm:player:destruct')) ?? '');
    await pressOn(replay.getByRole('button', { name: 'Next', exact: true }));
    await expectEvent(replay, /event [1-9]\d* of/);
    const first = await momentOf(replay).getAttribute('aria-valuetext');
    const server = replay.getByLabel('Server', { exact: true });
    await choose(server, (await server.locator('option').nth(3).textContent()) ?? '');
    await pressOn(replay.getByRole('button', { name: 'Next', exact: true }));
    await expect(momentOf(replay)).not.toHaveAttribute('aria-valuetext', first ?? '');
    await pressOn(replay.getByRole('button', { name: 'What it changed' }));
    await expect(replay.getByText('realtime gsm:player:destruct')).toBeVisible();
    const gone = replay.getByRole('table').filter({ hasText: /^players .*removed/ });
    await expect(gone.getByRole('row').nth(1)).toContainText('absent');
    const there = await momentOf(replay).getAttribute('aria-valuetext');
    await replay.keyboard.press('j');
    await expect(momentOf(replay)).not.toHaveAttribute('aria-valuetext', there ?? '');
    await replay.keyboard.press('l');
    await expect(momentOf(replay)).toHaveAttribute('aria-valuetext', there ?? '');
  });

  await test.step('shares the moment: another tab has the file from this one, a later one asks for it', async () => {
    await pressOn(replay.getByRole('button', { name: 'Mark this moment' }));
    await pressOn(replay.getByRole('button', { name: 'Copy the address of this moment' }));
    await expect(replay.getByText('The address of this moment is copied.')).toBeVisible();
    const address = await replay.evaluate(() => navigator.clipboard.readText());
    const there = (await momentOf(replay).getAttribute('aria-valuetext')) ?? '';
    const second = await context.newPage();
    await second.goto(address);
    await expect(momentOf(second)).toHaveAttribute('aria-valuetext', there);
    await second.close();
    await replay.close();
    const third = await context.newPage();
    await third.goto(address);
    await expect(third.getByText(/^This address is about event \d+ of recording/)).toBeVisible();
    await expectAccessible(third);
    await third.locator('input[type=file]').setInputFiles(file);
    await expect(momentOf(third)).toHaveAttribute('aria-valuetext', there);
    await pressOn(third.getByRole('button', { name: 'Marks', exact: true }));
    await expect(third.getByRole('button', { name: /^Go to event/ })).toHaveCount(1);
    await third.close();
  });

  const other = await context.newPage();
  await other.goto(`${host.origin}/replay`);
  await test.step('says what it cannot show', async () => {
    const field = other.locator('input[type=file]');
    const refused = async (name: string, text: string, sentence: string) => {
      const path = join(folder, name);
      await writeFile(path, text);
      await field.setInputFiles(path);
      await expect(other.getByRole('alert')).toContainText(sentence);
    };
    await refused('nothing.ndjson', '', 'There is nothing in this file.');
    await refused('notes.txt', 'Dear diary\n', 'This is not a recording');
    const [header = ''] = new RecordingWriter(OPTIONS).begin();
    await refused(
      'newer.ndjson',
      `${header.replace('"format":1', '"format":2')}\n`,
      'A newer version of Muster made this recording.',
    );
    await expectAccessible(other);
  });

  await test.step('gives up a long opening', async () => {
    const long = await longFile('long.ndjson', 700_000);
    await other.locator('input[type=file]').setInputFiles(long);
    await expect(other.getByRole('heading', { name: 'Reading the recording' })).toBeVisible();
    await pressOn(other.getByRole('button', { name: 'Cancel' }));
    await expect(other.getByText('Drop a recording here, or choose a file')).toBeVisible();
    await expect(other.getByRole('heading', { name: 'Reading the recording' })).toHaveCount(0);
  });

  await test.step('chooses a span of what this browser kept, while the other tab goes on', async () => {
    await choose(other.getByLabel('Span'), 'The last 5 minutes');
    await pressOn(other.getByRole('button', { name: 'Replay it' }));
    await pressOn(other.getByRole('button', { name: 'To the end' }));
    await pressOn(other.getByRole('main').getByRole('link', { name: 'Chernarus 1' }));
    await expect(other.locator('.players .player-link bdi')).toHaveText('Ann');
    joinSim(sim, 'Bob');
    await expect(page.locator('.players .player-link bdi')).toHaveText(['Ann', 'Bob']);
    await expect(other.locator('.players .player-link bdi')).toHaveText('Ann');
    for (const size of SIZES) {
      await other.setViewportSize(size);
      await expectNoOverflow(other);
      await expectAccessible(other);
    }
  });
});

/** How the list of kinds names one. */
async function labelOf(page: Page, kind: string): Promise<string | undefined> {
  const labels = await page.getByLabel('Kind of event').locator('option').allTextContents();
  return labels.find((label) => label.includes(kind));
}

/** Events of a kind that changes nothing: a long file that is made at once. */
async function longFile(name: string, events: number): Promise<string> {
  const path = join(folder, name);
  const [header = ''] = new RecordingWriter(OPTIONS).begin();
  const lines = Array.from(
    { length: events },
    (_, index) => `{"seq":${index + 1},"at":${index},"source":"clock","event":"tick","data":null}`,
  );
  await writeFile(path, `${header}\n${lines.join('\n')}\n`);
  return path;
}

test('a recording of a million events opens, and every moment of it is near', async ({
  page,
  host,
}) => {
  test.skip(!LONG, 'It takes minutes: only at length.');
  test.setTimeout(0);
  const file = await busyFile('million.ndjson', 1_000_000);
  await page.goto(`${host.origin}/replay`);
  const began = performance.now();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(momentOf(page)).toBeVisible({ timeout: 600_000 });
  const opened = performance.now() - began;
  const box = (await momentOf(page).boundingBox())!;
  const took: number[] = [];
  for (const share of [0.9, 0.1, 0.5, 0.99, 0.3, 0.7]) {
    const jump = await nextJump(page);
    await page.mouse.click(box.x + box.width * share, box.y + box.height / 2);
    took.push(await jump.evaluate((next) => next.took));
  }
  const megabytes = (await stat(file)).size / 1e6;
  process.stdout.write(
    `${megabytes.toFixed(0)} MB opened in ${(opened / 1_000).toFixed(1)} s; jumps of ` +
      `${took.map((ms) => ms.toFixed(0)).join(', ')} ms\n`,
  );
});

/** How long the next press on the slider takes to be at its moment, as the page itself sees it. */
function nextJump(page: Page): Promise<JSHandle<{ took: Promise<number> }>> {
  return momentOf(page).evaluateHandle((slider) => ({
    took: new Promise<number>((resolve) => {
      let pressed = 0;
      const press = () => void (pressed = performance.now());
      slider.addEventListener('pointerdown', press, { once: true });
      new MutationObserver((_, observer) => {
        observer.disconnect();
        resolve(performance.now() - pressed);
      }).observe(slider, { attributeFilter: ['aria-valuetext'] });
    }),
  }));
}
