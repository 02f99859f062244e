import { expect } from '@playwright/test';
import {
  addServer,
  expectRight,
  found,
  join,
  openServer,
  shownChat,
  test,
} from './support/portal.ts';
import { metric } from '../support/metric.ts';

const TABS = 12;
const LONG = process.env['MUSTER_LONG'] === '1';
/** Long: ten minutes of joins, leaves, chat and restarts. Short: the same for ten seconds. */
const BUSY_MS = LONG ? 600_000 : 10_000;
const RESTARTS = LONG ? 3 : 1;

test('twelve tabs hold one websocket and agree with the game server', async ({
  page,
  context,
  host,
  sim,
}) => {
  test.setTimeout(BUSY_MS + 300_000 + RESTARTS * 120_000);
  await found(page, host.origin);
  const id = await addServer(page, sim, 'Twelve tabs');
  const first = await openServer(context, host.origin, id);
  const tabs = [first];
  while (tabs.length < TABS) tabs.push(await openServer(context, host.origin, id));
  for (const tab of tabs) await expectRight(tab, sim);
  expect(await metric(host.origin, 'muster_sockets')).toBe(1);

  const here: number[] = [];
  const said: string[] = [];
  let busy = 0;
  let restarts = 0;
  let round = 0;
  while (busy < BUSY_MS) {
    const begun = Date.now();
    round += 1;
    if (here.length < 25) here.push(join(sim, `Player ${round}`));
    if (round % 3 === 0) sim.leave(here.shift() ?? 0);
    const speaker = here.at(-1);
    if (speaker !== undefined && sim.state === 'running') {
      said.push(`message ${round}`);
      sim.chat(speaker, 'Global', `message ${round}`);
    }
    // A pace, not a wait for something: about ten events a second.
    await new Promise((resolve) => setTimeout(resolve, 250));
    busy += Date.now() - begun;
    if (busy < (BUSY_MS * (restarts + 1)) / (RESTARTS + 1) || restarts === RESTARTS) continue;
    restarts += 1;
    await sim.restart();
    here.length = 0;
    // BattlEye tells nobody of a restart: it is noticed by silence.
    await expectRight(first, sim, 120_000);
  }

  for (const tab of tabs) await expectRight(tab, sim);
  for (const tab of tabs) {
    // Nothing lost, nothing doubled, nothing out of order.
    const kept = said.slice(-100);
    await expect
      .poll(async () => (await shownChat(tab)).slice(-kept.length), { timeout: 20_000 })
      .toEqual(kept);
  }
  expect(await metric(host.origin, 'muster_sockets')).toBe(1);
});
