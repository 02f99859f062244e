import { expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import { createTestApp, createTestDeps } from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { CALLS } from '../../protocol/calls.ts';
import { grant, serverResource } from '../access/grants.ts';
import { serversDay } from './days.ts';
import { recordPopulation } from './population-history.ts';

it('the day of servers is of those alone that the account may see, whatever else it may there', async () => {
  const test = await createTestDeps();
  const app = await createTestApp(test.deps, { serversDay });
  try {
    const { db, clock } = test.deps;
    const { id: account, browser } = await createTestAccount(app, test.deps);
    const [seen, unseen] = ['a'.repeat(24), 'b'.repeat(24)] as const;
    for (const server of [seen, unseen]) await storeServer(db, server);
    await grant(db, account, serverResource(seen), ['server.view'], null, 0);
    await grant(db, account, serverResource(unseen), ['server.view.feed'], null, 0);
    const population = { slots: 60, queue: null };
    await recordPopulation(db, clock(), [
      { serverId: seen, players: 7, ...population },
      { serverId: unseen, players: 50, ...population },
    ]);
    const days = async (query: string) => {
      const answer = await browser.get(`/app/v1/servers/day${query}`);
      return CALLS.serversDay.answer
        .parse(answer.json())
        .days.map(({ server_id, players }) => [server_id, players.at(-1)]);
    };
    expect(await days('')).toEqual([[null, 7]]);
    expect(await days(`?ids=${seen},${unseen}`)).toEqual([[seen, 7]]);
  } finally {
    await app.close();
    await test.close();
  }
});
