/** Why stays ended, as the feed and the audit of their servers tell it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestBrowser } from '../../../tests/support/host.ts';
import { ADA, BOB, HERE, SeenPeople } from '../../../tests/support/seen-people.ts';
import { CALLS } from '../../protocol/calls.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import { serverResource } from '../access/grants.ts';
import { change } from '../change/change.ts';
import { historyReactor } from '../history/reactor.ts';
import { runBatch } from '../reactors/batch.ts';
import { appendFacts } from '../realtime/log.ts';
import { statisticsReactor } from '../statistics/reactor.ts';

const MINUTE = 60_000;
const streams = [serverStream(HERE, 'list'), serverStream(HERE, 'feed')];

let people: SeenPeople;
let reader: TestBrowser;
let filtered: TestBrowser;

beforeAll(async () => {
  people = await SeenPeople.open();
  ({ reader } = await people.admins());
  filtered = await people.admin({ [HERE]: ['server.view', 'server.view.filtered'] });
});
afterAll(() => people.close());

async function tell(...entries: readonly { readonly at: number; readonly entry: FeedEntry }[]) {
  const { db } = people.test.deps;
  await appendFacts(
    db,
    entries.map(({ at, entry }) => ({
      stream: serverStream(HERE, 'feed'),
      event: 'server:feed',
      at,
      data: { server_id: HERE, at, entry },
    })),
  );
  for (const reactor of [statisticsReactor, historyReactor]) {
    let more: readonly string[] = streams;
    while (more.length > 0) ({ more } = await runBatch(db, reactor, more, 1_000));
  }
}

/** The stays, the oldest first. */
async function stays(browser: TestBrowser, who = ADA) {
  const answer = await browser.get(`/app/v1/persons/${who}/sessions`);
  const { sessions } = CALLS.personSessions.answer.parse(answer.json());
  return sessions
    .toReversed()
    .map(({ ended, kick, why }) => ({ ended, why, ...(kick !== null && { kick }) }));
}

it('say who threw somebody out, which rule, that the server restarted, and that nobody heard it', async () => {
  const stay = (n: number) =>
    people.stayed({
      who: ADA,
      on: HERE,
      name: 'Ada',
      from: n * 10 * MINUTE,
      until: (n * 10 + 5) * MINUTE,
    });
  const ids: string[] = [];
  for (const n of [1, 2, 3, 4, 5, 6]) ids.push(await stay(n));
  const end = (n: number) => (n * 10 + 5) * MINUTE;
  const who = (n: number) => ({ id: ids[n - 1] ?? null, muster_id: ADA, name: 'Ada' });
  const kick = (n: number, reason: string) => ({
    at: end(n),
    entry: { kind: 'kick', player: who(n), by: 'admin-kick', reason } as const,
  });
  const actor = { muster_id: BOB, display_name: 'Boss' };
  await tell(
    kick(2, 'ramming'),
    {
      at: end(2),
      entry: {
        kind: 'action',
        actor,
        action: SERVER_ACTION.SERVER_KICK,
        player: who(2),
        text: 'ramming',
        outcome: 'done',
      },
    },
    // Of a job nobody in the game is named.
    kick(6, 'The server restarts.'),
    kick(3, 'Banned: griefing'),
    {
      at: end(3),
      entry: {
        kind: 'kept-out',
        player: who(3),
        rule: 'temporary-ban',
        ban: { id: BOB, banlist_id: BOB, banlist: 'Griefers' },
        reason: 'griefing',
        until: end(9),
        outcome: 'done',
      },
    },
    // A kick that did not reach the game says nothing of who left by themselves.
    {
      at: end(1),
      entry: {
        kind: 'action',
        actor,
        action: SERVER_ACTION.SERVER_KICK,
        player: who(1),
        text: 'ramming',
        outcome: 'failed',
      },
    },
    { at: end(5), entry: { kind: 'gap', from: end(5) - MINUTE, to: end(5) } },
    { at: end(5), entry: { kind: 'leave', player: who(5), found: true } },
  );
  const { db, secrets, publish } = people.test.deps;
  await change({ db, secrets, publish, now: end(4) - 30_000 }, async (made) => {
    made.audit({
      resource: serverResource(HERE),
      action: 'actions.server-restart',
      detail: { outcome: 'done' },
    });
  });
  const nobody = { actor: null, rule: null, banlist: null, job: null };
  expect(await stays(reader)).toEqual([
    { ended: 'left', why: null },
    {
      ended: 'kicked',
      why: null,
      kick: { ...nobody, by: 'admin-kick', reason: 'ramming', actor: 'Boss' },
    },
    {
      ended: 'kicked',
      why: null,
      kick: {
        ...nobody,
        by: 'admin-kick',
        reason: 'Banned: griefing',
        rule: 'temporary-ban',
        banlist: 'Griefers',
      },
    },
    { ended: 'left', why: 'restart' },
    { ended: 'unknown', why: 'lost' },
    {
      ended: 'kicked',
      why: null,
      kick: { ...nobody, by: 'admin-kick', reason: 'The server restarts.', rule: 'restart' },
    },
  ]);
  expect(JSON.stringify(await stays(filtered))).not.toMatch(/Boss|ramming|Griefers|restart/);
});

it('say which job kicked somebody with everybody else, and no job that did not', async () => {
  const end = (n: number) => (1_000 + n * 60) * MINUTE;
  const kicked = async (n: number, reason: string) => {
    const from = end(n) - MINUTE;
    const id = await people.stayed({ who: BOB, on: HERE, name: 'Bob', from, until: end(n) });
    const player = { id, muster_id: BOB, name: 'Bob' };
    return { at: end(n), entry: { kind: 'kick', player, by: 'admin-kick', reason } as const };
  };
  const job = (n: number, change: Partial<Extract<FeedEntry, { kind: 'schedule' }>>) => {
    const told = { outcome: 'done', why: null, missed: null } as const;
    const what = { step: 'action', action: SERVER_ACTION.SERVER_KICK, text: null } as const;
    const of = { job_id: BOB, name: 'Nightly', due: end(n) - 1_000 };
    return {
      at: end(n) + 9_000,
      entry: { kind: 'schedule', ...of, ...what, ...told, ...change } as const,
    };
  };
  await tell(
    await kicked(1, "Back at 'six'."),
    job(1, { text: 'Back at "six".', outcome: 'no-answer' }),
    await kicked(2, 'Once'),
    job(2, { text: 'Once', name: '', job_id: null }),
    await kicked(3, 'ramming'),
    job(3, { text: 'Back at six.' }),
    await kicked(4, 'Back at six.'),
    job(4, { text: 'Back at six.', outcome: 'missed', missed: 1 }),
    await kicked(5, 'Back at six.'),
    job(5, { text: 'Back at six.', step: 'warning' }),
    await kicked(6, 'Back at six.'),
    job(6, { text: 'Back at six.', due: end(6) + 5 * MINUTE }),
  );
  const found = await stays(reader, BOB);
  expect(found.map(({ kick }) => kick?.job)).toEqual(['Nightly', '', null, null, null, null]);
  expect(found[0]?.kick).toMatchObject({ by: 'admin-kick', reason: "Back at 'six'.", rule: null });
});
