import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestBrowser } from '../../../tests/support/host.ts';
import { ADA, BOB, HERE, SeenPeople } from '../../../tests/support/seen-people.ts';
import { CALLS } from '../../protocol/calls.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import { historyReactor } from '../history/reactor.ts';
import { runBatch } from '../reactors/batch.ts';
import { appendFacts } from '../realtime/log.ts';
import { statisticsReactor } from '../statistics/reactor.ts';

const MINUTE = 60_000;
let people: SeenPeople;
let reader: TestBrowser;
let filtered: TestBrowser;

beforeAll(async () => {
  people = await SeenPeople.open();
  ({ reader } = await people.admins());
  filtered = await people.admin({ [HERE]: ['server.view', 'server.view.filtered'] });
});
afterAll(() => people.close());

type By = Extract<FeedEntry, { kind: 'kick' }>['by'];

/** Somebody came and was thrown out five minutes later. */
async function kicked(who: string, n: number, by: By, reason: string) {
  const { db } = people.test.deps;
  const [from, at] = [n * 10 * MINUTE, (n * 10 + 5) * MINUTE];
  const name = who === ADA ? 'Ada' : 'Bob';
  const id = await people.stayed({ who, on: HERE, name, from, until: at });
  const player = { id, muster_id: who, name };
  const entry = { kind: 'kick', player, by, reason } as const;
  const stream = serverStream(HERE, 'feed');
  const fact = { stream, event: 'server:feed', at, data: { server_id: HERE, at, entry } } as const;
  await appendFacts(db, [fact]);
  for (const reactor of [statisticsReactor, historyReactor]) {
    let more: readonly string[] = [serverStream(HERE, 'list'), stream];
    while (more.length > 0) ({ more } = await runBatch(db, reactor, more, 1_000));
  }
  return at;
}

async function standings(browser: TestBrowser) {
  const answer = await browser.get(`/app/v1/persons/${ADA}/anti-cheat`);
  return CALLS.personAntiCheat.answer.parse(answer.json());
}

it('tells the bans that servers told when an anti-cheat threw somebody out, and no others', async () => {
  const first = await kicked(ADA, 1, 'battleye', 'Global Ban #a1b2c3');
  const last = await kicked(ADA, 2, 'battleye', 'Global Ban #A1B2C3');
  await kicked(ADA, 3, 'battleye', 'Client not responding');
  await kicked(ADA, 4, 'admin-kick', 'Global Ban #beef');
  await kicked(BOB, 5, 'battleye', 'Global Ban #b0b');
  const told = await standings(reader);
  expect(told).toEqual({
    standings: [
      {
        game: expect.any(Number),
        by: 'battleye',
        bans: [
          {
            number: 'a1b2c3',
            reason: 'Global Ban #A1B2C3',
            first,
            last,
            times: 2,
            server_id: HERE,
          },
        ],
      },
    ],
    kicks: 3,
  });
  expect(await standings(filtered)).toEqual({ standings: [], kicks: 0 });
});
