import { expect, it } from 'vitest';
import type { SearchQuestion } from '../../src/domain/search/search.ts';
import { createCommands } from '../../src/worker/commands/commands.ts';
import { liveBrowser, playersOf } from './tabs.ts';

it('a tab that shows nothing finds servers and who is on them, as they are now', async () => {
  const browser = await liveBrowser();
  const [alpha] = browser.world.servers;
  browser.host.tell(browser.world.join(alpha!, 'Ann'));
  await browser.clock.advance(1_000);
  const commands = createCommands(
    browser.worker,
    () => expect.fail(),
    () => {},
  );
  const ask = (text: string) => commands.search({ text, servers: 5, players: 5, recent: [] });
  const found = await ask('ann');
  expect(found.players.map(({ player, server }) => [player.name, server.id])).toEqual([
    ['Ann', alpha!.id],
  ]);
  expect((await ask('alp')).servers.map(({ server }) => server.id)).toEqual([alpha!.id]);
  expect(structuredClone(found)).toEqual(found);

  const ann = [...alpha!.players.values()].at(-1)!;
  browser.host.tell(browser.world.leave(alpha!, ann));
  await browser.clock.advance(1_000);
  expect((await ask('ann')).players).toEqual([]);
});

it('rows tell a GUID while its server is looked at; of the others the host must be asked', async () => {
  const browser = await liveBrowser();
  const [alpha] = browser.world.servers;
  browser.host.tell(browser.world.join(alpha!, 'Ann'));
  await browser.clock.advance(1_000);
  browser.host.tell(browser.world.identify(alpha!, [...alpha!.players.values()].at(-1)!));
  await browser.clock.advance(1_000);
  const ann = [...alpha!.players.values()].at(-1)!;
  const value = alpha!.identities.get(ann.id)!.guid!;
  const commands = createCommands(
    browser.worker,
    () => expect.fail(),
    () => {},
  );
  const ask = async (identified: SearchQuestion['identified'] = []) => {
    const question = { text: value.slice(0, 12), servers: 5, players: 5, recent: [], identified };
    const { players } = await commands.search(question);
    return players.map(({ player, by }) => [player.name, by]);
  };
  const found = [['Ann', { id: 'guid', value }]];
  expect(await ask()).toEqual([]);
  expect(await ask([{ player: ann.id, id: 'guid', value }])).toEqual(found);
  const tab = await browser.tab('A');
  tab.view(playersOf(alpha!.id));
  await browser.clock.advance(1_000);
  expect(await ask()).toEqual(found);
});
