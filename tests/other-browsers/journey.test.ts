import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimServer } from '../../src/sim/server.ts';
import { metric, METRICS_TOKEN } from '../support/metric.ts';
import { startHost, type RunningHost } from '../support/running-host.ts';
import { startQuickSim } from '../support/added-server.ts';
import { findFirefox, findWebkit } from './installed.ts';
import { Person } from './person.ts';
import type { OtherBrowser } from './tab.ts';

const PASSWORD = 'correct horse battery';
const LONG = process.env['MUSTER_LONG'] !== undefined;
const BROWSERS = [findFirefox(), findWebkit()].map((found) => ({
  found,
  title: 'lacks' in found ? `${found.name}, left out: ${found.lacks} is not installed` : found.name,
}));

describe.each(BROWSERS)('$title', { timeout: 240_000 }, ({ found }) => {
  describe.runIf(LONG && 'start' in found)('with the built portal', () => {
    let browser: OtherBrowser;
    let host: RunningHost;
    let sim: SimServer;

    beforeAll(async () => {
      if (!('start' in found)) return;
      host = await startHost({ MUSTER_METRICS_TOKEN: METRICS_TOKEN });
      sim = await startQuickSim();
      browser = await found.start();
    }, 120_000);

    afterAll(async () => {
      await browser.close();
      await sim.stop();
      await host.stop();
    }, 60_000);

    it('lets a newcomer in, shows who plays in two tabs, kicks, and draws a wall', async () => {
      const ada = new Person(await browser.open(host.origin));
      await ada.sees('Create the founding account');
      await ada.writes('Username', 'ada');
      await ada.writes('Display name', 'Ada');
      await ada.writes('E-mail', 'ada@example.org');
      await ada.writes('Password', PASSWORD);
      await ada.writes('Password again', PASSWORD);
      await ada.presses('button', 'Create the account');
      await ada.isAt(/\/dashboard$/);
      await ada.sees('No servers yet');

      await addByWizard(ada, sim);
      await ada.presses('link', 'Go to the server');
      await ada.isAt(/\/dashboard\/[0-9a-f]{24}$/);
      const alone = await metric(host.origin, 'muster_sockets');
      const beside = new Person(await browser.open(await ada.tab.ask('location.href')));
      sim.join({ name: 'Ann', steamId: '76561190000000101' });
      const bob = sim.join({ name: 'Ёжик', steamId: '76561190000000102' });
      for (const tab of [ada, beside]) {
        await tab.sees('Ann');
        await tab.sees('Ёжик');
      }
      // WebKit keeps the sign-in page for going back, and the worker of it with its socket.
      expect(await metric(host.origin, 'muster_sockets')).toBe(alone);
      sim.chat(bob.id, 'Global', 'Привет <b>all</b>');
      await beside.sees('Привет <b>all</b>');

      await ada.presses('button', 'Kick Ann');
      await ada.writes('Reason', 'Goodbye');
      await ada.presses('button', 'Kick');
      await beside.sees('was kicked: Goodbye');
      expect(sim.roster().map(({ name }) => name)).toEqual(['Ёжик']);

      await ada.presses('link', 'Dashboard');
      await ada.presses('link', 'Open as a wall');
      await ada.isAt(/\/wall/);
      await ada.sees('1 / 60 players');
      await ada.tab.go(`${host.origin}/dashboard`);
      await ada.presses('button', 'Your account');
      await ada.presses('menuitem', 'Sign out');
      await ada.isAt(/\/auth/);
      await beside.isAt(/\/auth/);
    });
  });
});

async function addByWizard(person: Person, sim: SimServer): Promise<void> {
  const { host, gamePort, queryPort, rconPort, password } = sim.address;
  await person.presses('link', 'Add server');
  await person.presses('radio', 'DayZ');
  await person.presses('button', 'Next');
  await person.writes('Name in Muster', 'Chernarus 1');
  await person.writes('Address', host);
  await person.writes('Game port', String(gamePort));
  await person.writes('Query port', String(queryPort));
  await person.presses('button', 'Next');
  await person.writes('RCon port', String(rconPort));
  await person.writes('RCon password', password);
  await person.presses('button', 'Test the connection');
  await person.sees('Connected in');
  await person.presses('button', 'Add server');
  await person.sees('The server is ready.');
}
