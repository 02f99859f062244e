/**
 * The host's doors and the pure decision on one stream: whoever `decide` keeps out of what is known is sent away in the words of the
 * rule that it names, whoever it warns is told once, and nobody else is touched.
 */
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import {
  ada,
  ben,
  db,
  does,
  done,
  eachBansAnew,
  fresh,
  groups,
  list,
  newList,
  seen,
  server,
} from '../support/banning.ts';
import { add, idsIn, newBucket, remove } from '../support/bucketing.ts';
import { Pair, type Setting } from './door-pair.ts';
import { FILTERS, game, nameOf, PEOPLE, seenFrom, steamOf, stream } from './door-steps.ts';

eachBansAnew();

const WAIT = { timeout: 5_000, interval: 5 };

/** A bucket that the server uses. */
async function used(type: string, entries: readonly object[] = []): Promise<string> {
  const id = await newBucket({ type });
  if (entries.length > 0) await done(add(id, entries));
  await done(does(ada, `bucket/${id}/servers`, { server_id: server }));
  return id;
}

let setting: Omit<Setting, 'game' | 'canWarn'>;
beforeEach(async () => {
  for (const type of ['NAME_FILTER', 'CHAT_FILTER'] as const) {
    const entries = FILTERS[type].map(({ minutes: ban_minutes, ...filter }) => ({
      entry_id: fresh(),
      what: { kind: 'filter', term_kind: 'text', ban_minutes, ...filter },
    }));
    await used(type, entries);
  }
  const buckets = {
    WHITELIST: await used('WHITELIST'),
    RESERVED_SLOT: await used('RESERVED_SLOT'),
  };
  await done(does(ada, `banlist/${list}/servers`, { server_id: server, primary: true }));
  const muster: string[] = [];
  for (const one of PEOPLE) {
    muster.push(await seen(steamOf(one), seenFrom(one), nameOf(one)));
    // Who of those who are one person was seen last is known.
    groups.test.advance(1_000);
  }
  const followed = await newList({ kind: 'account', id: ben.id }, ben);
  await done(does(ben, `banlist/${followed}`, { allow_followers: true }));
  setting = { buckets, followed, muster };
});

/** Nothing of an earlier stream is there any more. */
async function clear(): Promise<void> {
  for (const id of Object.values(setting.buckets)) {
    const ids = await idsIn(id);
    if (ids.length > 0) await done(remove(id, ids));
  }
  for (const table of [
    'ban_keys',
    'ban_addresses',
    'ban_list_follows',
    'server_modules',
    'steam_accounts',
    'person_joins',
    'persons',
  ] as const) {
    await db().deleteFrom(table).execute();
  }
  await sql`delete from paged_bans`.execute(db());
}

/** Calls have limits by account, and each test has accounts of its own. */
const TIMES = Array.from({ length: process.env.MUSTER_LONG === undefined ? 1 : 20 }, (_, at) => at);

it.each(TIMES)(
  'on any stream of joins, names, pings, chat, bans, persons and changed rules, the same is done to the same people (%i)',
  async () => {
    await fc.assert(
      fc.asyncProperty(game, stream, async (of, steps) => {
        await clear();
        const pair = new Pair({ ...setting, ...of });
        try {
          for (const step of steps) {
            const should = await pair.does(step);
            await expect.poll(() => pair.stands(), WAIT).toEqual(should);
          }
        } finally {
          // What was begun is done by then: nobody is kicked whom the decision lets in.
          await pair.doors.stop();
        }
        expect(pair.sent.toSorted()).toEqual(pair.expected.toSorted());
      }),
      { numRuns: 5, endOnFailure: true },
    );
  },
  120_000,
);
