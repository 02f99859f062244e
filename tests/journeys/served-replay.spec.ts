import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { recordingLines } from '../../src/domain/recordings/write.ts';
import { createLoad } from '../../src/testing/frames.ts';
import { followingEvents, openingEvents } from '../../src/testing/snapshots.ts';
import { MUSTER, startServing } from '../support/serving.ts';
import { expectAccessible, expectNoOverflow, SIZES } from './support/accessible.ts';
import { pressOn, tabTo, writeIn } from './support/keyboard.ts';

let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-stepped-'));
});

test.afterAll(() => rm(folder, { recursive: true, force: true }));

test('a recording that is served step by step stands before its first event, and goes on by a button, a key and the terminal', async ({
  page,
}) => {
  const { world } = createLoad({ seed: 4, servers: 3, players: 12 });
  const followed = followingEvents(world, world.servers[0]!, ['feed', 'console']);
  const events = [...openingEvents(world), ...followed];
  const path = join(folder, 'stepped.ndjson');
  const lines = recordingLines(events, { build: 'test', sources: ['rest'] });
  await writeFile(path, [...lines].join('\n'));
  const serving = await startServing(
    MUSTER,
    ['replay', path, '--serve', '--step', '--port', '0'],
    process.env,
  );
  try {
    await page.goto(`${serving.origin}/dashboard`);
    const mark = page.getByRole('complementary', { name: 'Replay' });
    await expect(mark).toContainText('Before the first event: nothing is known yet.');
    await expect(page.getByText('No server yet at this moment of the recording.')).toBeVisible();
    await expect(mark.getByLabel('Pace')).toHaveText(/Paused/);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectAccessible(page);
      await expectNoOverflow(page);
    }
    await page.setViewportSize(SIZES[0]);
    const field = page.getByRole('combobox', { name: 'Page, server, player or action' });
    await page.keyboard.press('Control+k');
    await writeIn(field, 'step');
    await expect(page.getByRole('option', { selected: true })).toContainText('One event forward');
    await page.keyboard.press('Enter');
    await expect(mark).toContainText('Event 1,');
    // Until it has closed the key would go to its field.
    await expect(field).toHaveCount(0);
    await page.keyboard.press('l');
    await expect(mark).toContainText('Event 2,');
    await expect(page.getByRole('main').locator('td[data-column="state"]')).toHaveCount(3);
    // Counted from the recorded moment, and not from today.
    const uptimes = page.getByRole('main').locator('td[data-column="uptime"]');
    await expect(uptimes.filter({ hasText: 'sec' })).toHaveCount(3);
    await expect(page.getByText('No server is known')).toHaveCount(0);
    for (let event = 3; event < events.length; event++) serving.input.write('\n');
    await expect(mark).toContainText(`Event ${events.length - 1},`);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toContainText('One event forward, while paused');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    for (const absent of ['restart', 'add server', 'walls and displays', 'sign out']) {
      await writeIn(field, absent);
      await expect(page.getByText(`Nothing found for “${absent}”.`).first()).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    const step = mark.getByRole('button', { name: 'One event forward' });
    await tabTo(step);
    await page.keyboard.press('Enter');
    await expect(mark).toContainText(`The end: event ${events.length},`);
    await expect(step).toHaveAttribute('aria-disabled', 'true');
    await expect(step).toBeFocused();
    await expectAccessible(page);
    // What no recording holds says so where it would be.
    const [server] = world.servers;
    await page.goto(`${serving.origin}/server/${server?.id}/overview`);
    await expect(page.getByText('The audit is not in recordings.')).toBeVisible();
    await expect(page.getByText('No notes are in this recording.')).toBeVisible();
    await page.goto(`${serving.origin}/dashboard/${server?.id}`);
    await pressOn(page.getByRole('tab', { name: 'Charts' }));
    await expect(page.getByText('Charts are only shown live.').first()).toBeVisible();
    await page.goto(`${serving.origin}/walls`);
    const walls = page.getByRole('region', { name: 'Walls' });
    await expect(walls.getByText('Not known for this moment.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    // A typed address: nobody is signed in here.
    await page.goto(`${serving.origin}/logout`);
    await expect(page).toHaveURL(`${serving.origin}/dashboard`);
    await expect(mark).toContainText(`The end: event ${events.length},`);
  } finally {
    expect(await serving.end('SIGINT')).toEqual([0, null]);
  }
});
