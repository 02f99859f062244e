import { describe, expect, it } from 'vitest';
import type { PackedQuery } from '../../src/domain/queries.ts';
import type { PackedPatch } from '../../src/domain/walls/packed.ts';
import { PackedView } from '../../src/ui/data/packed-view.ts';
import { LINGER_MS } from '../../src/worker/tabs/pace.ts';
import { liveBrowser, type TabDouble } from './tabs.ts';

const everything: PackedQuery = {
  view: 'wall',
  sources: [{ kind: 'filter', filter: { text: '', games: [], states: [] } }],
};

function follow(tab: TabDouble, query: PackedQuery) {
  const view = new PackedView();
  const { rows } = view;
  const patches: PackedPatch[] = [];
  const take = rows.apply.bind(rows);
  rows.apply = (patch) => {
    patches.push(patch);
    take(patch);
  };
  const stop = tab.stream.subscribe(query, view);
  const shown = () =>
    [...rows.order].map((place) => [rows.called(place), rows.figure(place, 'players')]);
  return { view, patches, shown, stop };
}

describe('a wall', () => {
  it('shows its servers, and hears of those that change and no others', async () => {
    const browser = await liveBrowser();
    const wall = follow(await browser.tab('A'), everything);
    await browser.clock.advance(100);
    expect(wall.shown()).toEqual([
      ['Alpha', 0],
      ['Bravo', 0],
    ]);
    const [alpha] = browser.world.servers;
    if (alpha === undefined) throw new Error('there is no server');
    browser.host.tell(browser.world.join(alpha, 'Ann'));
    await browser.clock.advance(100);
    expect(wall.shown()).toEqual([
      ['Alpha', 1],
      ['Bravo', 0],
    ]);
    expect(wall.patches.map(({ whole }) => whole)).toEqual([true, false]);
    expect(browser.worker.inspect().views).toBe(1);
    expect(wall.patches[1]).toMatchObject({ named: null, order: null, gone: [] });
    wall.stop();
    browser.host.tell(browser.world.join(alpha, 'Bob'));
    await browser.clock.advance(100);
    expect(wall.patches).toHaveLength(2);
  });

  it('shows of all servers those that one of its tags is given to', async () => {
    const browser = await liveBrowser();
    const tags = ['eu'];
    const wall = follow(await browser.tab('A'), {
      view: 'wall',
      sources: [{ kind: 'filter', filter: { text: '', games: [], states: [], tags } }],
    });
    await browser.clock.advance(100);
    expect(wall.shown()).toEqual([]);
    const [, bravo] = browser.world.servers;
    if (bravo === undefined) throw new Error('there is no server');
    browser.host.tell([browser.world.configure(bravo, { tags })]);
    await browser.clock.advance(100);
    expect(wall.shown().map(([name]) => name)).toEqual(['Bravo']);
  });

  it('is told everything once by another worker, after the first has died', async () => {
    const browser = await liveBrowser();
    const tab = await browser.tab('A');
    const wall = follow(tab, {
      view: 'wall',
      sources: [{ kind: 'filter', filter: { text: 'brav', games: [], states: [] } }],
    });
    await browser.clock.advance(100);
    browser.kill();
    browser.world.addServer('Bravo Hardcore', 40);
    await browser.start();
    await tab.attach();
    await browser.clock.advance(2_000);
    expect(wall.shown().map(([name]) => name)).toEqual(['Bravo', 'Bravo Hardcore']);
    expect(wall.patches.filter(({ whole }) => whole)).toHaveLength(2);
  });

  it('of a tab that takes nothing waits as rows, however much happens', async () => {
    const browser = await liveBrowser();
    const tab = await browser.tab('A');
    const wall = follow(tab, everything);
    await browser.clock.advance(100);
    tab.frozen = true;
    const [alpha] = browser.world.servers;
    if (alpha === undefined) throw new Error('there is no server');
    for (let index = 0; index < 30; index++) {
      browser.host.tell(browser.world.join(alpha, `Player ${index}`));
      await browser.clock.advance(50);
    }
    expect(browser.worker.inspect().tabs[0]).toMatchObject({ unacknowledged: 2, waiting: 1 });
    expect(tab.waiting).toBe(2);
    tab.resume();
    await browser.clock.advance(100);
    expect(wall.shown()[0]).toEqual(['Alpha', 30]);
  });

  it('behind another tab rests after a while, and is told everything once when it is shown', async () => {
    const browser = await liveBrowser();
    const tab = await browser.tab('A');
    const wall = follow(tab, everything);
    await browser.clock.advance(100);
    const [alpha] = browser.world.servers;
    if (alpha === undefined) throw new Error('there is no server');
    tab.stream.visibility(false, false);
    browser.host.tell(browser.world.join(alpha, 'Ann'));
    await browser.clock.advance(LINGER_MS + 100);
    expect(wall.shown()[0]).toEqual(['Alpha', 1]);
    expect(browser.worker.inspect().tabs[0]).toMatchObject({ resting: 1, waiting: 0 });
    const told = wall.patches.length;
    for (let index = 0; index < 30; index++) {
      browser.host.tell(browser.world.join(alpha, `Player ${index}`));
      await browser.clock.advance(1_000);
    }
    expect(wall.patches).toHaveLength(told);
    tab.stream.visibility(true, true);
    await browser.clock.advance(100);
    expect(wall.patches).toHaveLength(told + 1);
    expect(wall.patches.at(-1)?.whole).toBe(true);
    expect(wall.shown()[0]).toEqual(['Alpha', 31]);
    browser.host.tell(browser.world.join(alpha, 'Zoe'));
    await browser.clock.advance(100);
    expect(wall.patches.at(-1)?.whole).toBe(false);
    expect(wall.shown()[0]).toEqual(['Alpha', 32]);
  });
});
