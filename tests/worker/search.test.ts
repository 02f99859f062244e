import { expect, it } from 'vitest';
import { createCommands } from '../../src/worker/commands/commands.ts';
import { liveBrowser } from './tabs.ts';

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
