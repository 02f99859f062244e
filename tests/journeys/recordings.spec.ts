import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import { hashShared } from '../../src/domain/hash.ts';
import { loadRecording } from '../../src/testing/recording.ts';
import { MUSTER, startServing, type Serving } from '../support/serving.ts';
import { expectAccessible, expectNoOverflow } from './support/accessible.ts';
import { byPalette, choose, pressOn, tabTo, tick, writeIn } from './support/keyboard.ts';

const LONG = process.env['MUSTER_LONG'] === '1';
/** How long is recorded. */
const MINUTES = Number(process.env['MUSTER_MINUTES'] ?? (LONG ? 60 : 0.25));

let folder: string;
let servings: Serving[] = [];

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-replay-'));
});

test.afterAll(async () => {
  for (const { end } of servings) await end('SIGINT');
  servings = [];
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command that prints where it serves; answers the address. */
async function serving(args: readonly string[]): Promise<string> {
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', MUSTER_DATA: join(folder, 'data') };
  const started = await startServing(MUSTER, args, env);
  servings.push(started);
  return started.origin;
}

interface Hashes {
  readonly hash: string;
  readonly shared_hash: string;
}

async function hashesByCommand(file: string): Promise<Hashes> {
  const args = [MUSTER, 'replay', file, '--print', 'hash', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Hashes;
}

async function hashesOnScreen(page: Page): Promise<Hashes> {
  await pressOn(page.getByRole('button', { name: 'Compute the hashes' }));
  const shown = page.locator('.hashes dd');
  await expect(shown).toHaveCount(2);
  const [hash = '', shared_hash = ''] = await shown.allTextContents();
  return { hash, shared_hash };
}

test('a recording of one tab gives the same rows on the command line, in a test, on /replay, and in a portal that is served', async ({
  page,
  context,
}) => {
  test.setTimeout((MINUTES + 8) * 60_000);
  const demo = await serving(['demo']);
  const file = join(folder, 'demo.ndjson');

  await test.step('a tab saves what it saw', async () => {
    await page.goto(`${demo}/dashboard`);
    await pressOn(page.getByRole('button', { name: 'Enter as owner' }));
    await page.waitForURL(/\/dashboard/);
    await pressOn(page.getByRole('main').getByRole('link', { name: 'Chernarus Evenings' }));
    await expect(page.locator('.players .player-link bdi').first()).toBeVisible();
    const inspector = await context.newPage();
    await inspector.goto(`${demo}/inspector`);
    await pressOn(inspector.getByRole('button', { name: 'Start recording' }));
    await expect(inspector.getByText('Recording since')).toBeVisible();
    // The span that is recorded, not a wait for something.
    await page.waitForTimeout(MINUTES * 60_000);
    await tick(inspector.getByLabel('Leave names and texts as they are'));
    const download = inspector.waitForEvent('download');
    await pressOn(inspector.getByRole('button', { name: 'Stop and save' }));
    await (await download).saveAs(file);
    await inspector.close();
  });

  const text = await readFile(file, 'utf8');
  const recording = loadRecording(text);
  const seconds =
    ((recording.events.at(-1)?.event.at ?? 0) - (recording.events[0]?.event.at ?? 0)) / 1_000;
  if (LONG) process.stdout.write(`${recording.events.length} events of ${Math.round(seconds)} s\n`);
  // A quiet server says nothing for some seconds at either end.
  expect(seconds).toBeGreaterThan(MINUTES * 60 - 10);
  const told = { hash: recording.hash, shared_hash: hashShared(recording.rows) };
  expect(recording.damage).toEqual([]);
  expect(recording.end?.hash).toBe(told.hash);
  expect(recording.events.length).toBeGreaterThan(5);
  expect(await hashesByCommand(file)).toMatchObject(told);

  const replay = await context.newPage();
  const moment = replay.getByRole('slider', { name: 'Moment' });
  await test.step('/replay stands in the same rows at the end, and says what it is', async () => {
    await replay.goto(`${demo}/replay`);
    await expectAccessible(replay);
    await replay.locator('input[type=file]').setInputFiles(file);
    await expect(replay.getByText('Read-only: nothing is sent.')).toBeVisible();
    await pressOn(replay.getByRole('button', { name: 'To the end' }));
    const end = new RegExp(`event ${recording.events.length.toLocaleString('en-US')} of`);
    await expect(moment).toHaveAttribute('aria-valuetext', end);
    await pressOn(replay.getByRole('button', { name: 'What it changed' }));
    expect(await hashesOnScreen(replay)).toEqual(told);
    await expectAccessible(replay);
    const id = [...recording.rows.servers.values()].find(
      ({ configuration }) => configuration.identifier === 'Chernarus Evenings',
    )!.id;
    const players = String(recording.row('servers', id)!.population.players);
    const link = replay.getByRole('navigation').getByRole('link', { name: 'Chernarus Evenings' });
    await expect(link).toContainText(`${players}/`);
  });

  await test.step('it is moved by keys and by questions, and the address carries the moment', async () => {
    await tabTo(moment);
    await moment.press('Home');
    await expect(moment).toHaveAttribute('aria-valuetext', /event 0 of/);
    await moment.press('ArrowRight');
    await moment.press('ArrowRight');
    await moment.press('ArrowLeft');
    await expect(moment).toHaveAttribute('aria-valuetext', /event 1 of/);
    await expect(replay).toHaveURL(/#recording=[0-9a-f]{8}&event=\d+$/);
    await pressOn(replay.getByRole('button', { name: 'Find' }));
    await expectAccessible(replay);
    await writeIn(replay.getByLabel('First event after which this is true'), 'count(servers) > 0');
    await pressOn(replay.getByRole('button', { name: 'Search', exact: true }));
    await expect(
      replay.getByText(/^(It is true before the first event|Found after \d+ checks?)/),
    ).toBeVisible();
    await writeIn(replay.getByLabel('First event after which this is true'), 'count(servers');
    await pressOn(replay.getByRole('button', { name: 'Search', exact: true }));
    await expect(replay.getByText(/^At character \d+:/)).toBeVisible();
    await writeIn(replay.getByLabel('Number of the event'), '9');
    await pressOn(replay.getByRole('button', { name: 'Go there' }));
    await expect(replay).toHaveURL(/event=9$/);
    await pressOn(replay.getByRole('button', { name: 'Mark this moment' }));
    await pressOn(replay.getByRole('button', { name: 'Marks', exact: true }));
    await expect(replay.getByRole('button', { name: 'Go to event 9' })).toBeVisible();
    await expectAccessible(replay);
    const before = await replay.locator('.replay-transport').textContent();
    await choose(replay.getByLabel('Speed'), '60×');
    await pressOn(replay.getByRole('button', { name: 'Play', exact: true }));
    await expect(replay.locator('.replay-transport')).not.toHaveText(before ?? '');
  });

  await test.step('the server’s own screen shows that moment, also on a phone', async () => {
    await pressOn(replay.getByRole('button', { name: 'Marks', exact: true }));
    await byPalette(replay, 'evenings', /Chernarus Evenings/);
    await expect(replay.getByText('nothing can be sent to the server from here')).toBeVisible();
    await expectAccessible(replay);
    await replay.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(replay);
    await expectAccessible(replay);
    // The other tab goes on.
    await expect(page.getByRole('banner').getByText('Live')).toBeVisible();
  });

  await test.step('a damaged line is named, and everything else is shown', async () => {
    const lines = text.split('\n');
    lines[lines.length - 5] = '{"seq": broken';
    const damaged = join(folder, 'damaged.ndjson');
    await writeFile(damaged, lines.join('\n'));
    await replay.goto(`${demo}/replay`);
    await replay.locator('input[type=file]').setInputFiles(damaged);
    await pressOn(replay.getByText('1 line is damaged or missing'));
    await expect(replay.getByText(`Line ${lines.length - 4} is no JSON`)).toBeVisible();
    await replay.goto(`${demo}/replay?other`);
    await replay.locator('input[type=file]').setInputFiles(MUSTER);
    await expect(replay.getByRole('alert')).toContainText('This is not a recording');
    await replay.close();
  });

  await test.step('a portal that is served says so, and ends in the same rows', async () => {
    const origin = await serving(['replay', file, '--serve', '--port', '0']);
    const served = await context.newPage();
    await served.goto(`${origin}/dashboard`);
    const mark = served.getByRole('complementary', { name: 'Replay' });
    await expect(mark).toContainText('Read-only');
    await expect(served.getByRole('link', { name: 'Chernarus Evenings' }).first()).toBeVisible();
    await expectAccessible(served);
    if (LONG) await choose(mark.getByLabel('Pace'), '600×');
    const inspector = await context.newPage();
    await expect
      .poll(
        async () => {
          await inspector.goto(`${origin}/inspector`);
          return (await hashesOnScreen(inspector)).shared_hash;
        },
        { timeout: 60_000 + (MINUTES * 60_000) / 300 },
      )
      .toBe(told.shared_hash);
  });
});
