/** Whom a ban list would have kept out of the past is whom the decision keeps out, asked of each stay of then. */
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import {
  ada,
  asked,
  ben,
  db,
  does,
  done,
  eachBansAnew,
  groups,
  list,
  newList,
  seen,
  server,
} from '../../../tests/support/banning.ts';
import { BANNED_BY, knownBy, namedBy } from '../../../tests/support/named-by.ts';
import type { Ban, ObeyedList } from '../../domain/bans/applies.ts';
import { keysOfBanned } from '../../domain/bans/keys.ts';
import { decide } from '../../domain/doors/decide.ts';
import type { Visitor } from '../../domain/doors/rule.ts';
import { CALLS } from '../../protocol/calls.ts';
import { modules } from '../../protocol/modules/fields.ts';
import { MODULES_UNSET } from '../../protocol/modules/limits.ts';

eachBansAnew();

const MINUTE = 60_000;
const PEOPLE = [0, 1, 2, 3, 4] as const;
const steamOf = (who: number) => `7656119000000020${who}`;
const HOME = '192.0.2.1';
const ADDRESSES = ['198.51.100.4', '203.0.113.5', '203.0.113.9'] as const;

const who = fc.constantFrom(...PEOPLE);
const stay = fc.record({ who, ip: fc.constantFrom(...ADDRESSES) });
const ban = fc.record({
  who,
  by: fc.constantFrom(...BANNED_BY),
  followed: fc.boolean(),
  minutes: fc.constantFrom(null, null, 5, 60),
  status: fc.constantFrom('ACTIVE', 'ACTIVE', 'ACTIVE', 'REVOKED', 'INACTIVE', 'REWORK_REQUIRED'),
} as const);
const past = fc.record({
  stays: fc.array(stay, { minLength: 4, maxLength: 10, size: 'max' }),
  bans: fc.array(ban, { minLength: 1, maxLength: 6, size: 'max' }),
  follows: fc.boolean(),
  /** Of some it was found out that they are one person. */
  joined: fc.subarray([...PEOPLE], { minLength: 0, maxLength: 2 }),
});

let theirs: { readonly id: string; readonly code: string };
let muster: string[];
beforeEach(async () => {
  muster = [];
  for (const one of PEOPLE) muster.push(await seen(steamOf(one), HOME, `P${one}`));
  const id = await newList({ kind: 'account', id: ben.id }, ben);
  await done(does(ben, `banlist/${id}`, { allow_followers: true }));
  const { share_code: code } = await db()
    .selectFrom('ban_lists')
    .select('share_code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  theirs = { id, code: code ?? '' };
});

async function clear(): Promise<void> {
  for (const table of [
    'ban_keys',
    'ban_addresses',
    'ban_list_follows',
    'play_sessions',
    'persons',
  ] as const) {
    await db().deleteFrom(table).execute();
  }
  await sql`delete from paged_bans`.execute(db());
}

/** Makes a ban by the calls; answers it as the model has it. */
async function banned(
  of: typeof ban extends fc.Arbitrary<infer One> ? One : never,
  muster_id: string,
  from: readonly string[],
): Promise<Ban> {
  const [target, issuer] = of.followed ? [theirs.id, ben] : [list, ada];
  // Whose list is followed has seen nobody.
  const by = of.followed && (of.by === 'person' || of.by === 'hybrid') ? 'steam' : of.by;
  const steam_id = steamOf(of.who);
  const named = namedBy(by, { steam_id, muster_id, from, address: '203.0.113.0/29' });
  const body = asked({ who: named.who, minutes: of.minutes });
  const created_at = groups.test.deps.clock();
  await done(does(issuer, `banlist/${target}/bans/create`, body));
  if (of.status !== 'ACTIVE') {
    const path = `banlist/${target}/bans/${body.ban_id}/status`;
    await done(does(issuer, path, { status: of.status }));
  }
  return {
    id: body.ban_id,
    status: of.status,
    until: of.minutes === null ? null : created_at + of.minutes * MINUTE,
    reason: body.reason,
    created_at,
    keys: keysOfBanned(named.banned),
  };
}

async function backtest() {
  const path = `/app/v1/banlist/${list}/backtest?server_id=${server}`;
  return CALLS.banListBacktest.answer.parse((await ada.browser.get(path)).json()).people;
}

const visitor: Omit<Visitor, 'person'> = {
  known: true,
  whitelisted: false,
  named: [],
  said: [],
  country: null,
  network: null,
  steam: null,
  pings: [],
  warnedOfPing: null,
  place: null,
};
const MODULES = modules.parse(MODULES_UNSET);

it('on any past, by any bans of the list and of one that it follows', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(past, async ({ stays, bans, follows, joined }) => {
      await clear();
      const was: { readonly who: number; readonly ip: string; readonly at: number }[] = [];
      // A ban of a person needs somebody whom the account has seen.
      for (const one of [...PEOPLE.map((who_) => ({ who: who_, ip: HOME })), ...stays]) {
        groups.test.advance(MINUTE);
        await seen(steamOf(one.who), one.ip, `P${one.who}`);
        was.push({ ...one, at: groups.test.deps.clock() });
      }
      const lists: ObeyedList[] = [];
      const made = { own: [] as Ban[], followed: [] as Ban[] };
      for (const one of bans) {
        groups.test.advance(1_000);
        const from = was.flatMap((stay_) => (stay_.who === one.who ? [stay_.ip] : []));
        const by = await banned(one, muster[one.who] ?? '', [...new Set(from)]);
        made[one.followed ? 'followed' : 'own'].push(by);
      }
      const of = { identifier: 'Watch', primary: false, public: false };
      lists.push({ ...of, id: list, through: null, bans: made.own });
      if (follows) {
        await done(does(ada, `banlist/${list}/follows`, { share_code: theirs.code }));
        const through = { id: list, identifier: 'Watch' };
        lists.push({ ...of, id: theirs.id, through, bans: made.followed });
      }
      const [first, second] = joined;
      if (first !== undefined && second !== undefined) {
        const [a, b] = [muster[first] ?? '', muster[second] ?? ''];
        await sql`insert into persons (id, person) values (${a}, ${a}), (${b}, ${a})`.execute(db());
      }
      groups.test.advance(6 * MINUTE);
      const now = groups.test.deps.clock();
      const one = (who_: number) =>
        joined.length === 2 && joined.includes(who_ as (typeof PEOPLE)[number]) ? joined : [who_];
      const kept = new Map<string, object>();
      for (const { who: who_, ip, at } of was.toReversed()) {
        const id = muster[who_] ?? '';
        const person = {
          ids: one(who_).map((other) => muster[other] ?? ''),
          identities: one(who_).flatMap((other) => knownBy(steamOf(other))),
          addresses: [ip],
        };
        const door = { lists, modules: MODULES, whitelists: 0, canWarn: false };
        const decision = decide({ ...visitor, person }, door, now);
        if (decision.verdict === 'let-in' || kept.has(id)) continue;
        const { entry } = decision.because;
        if (entry.kind !== 'ban') throw new Error(entry.kind);
        kept.set(id, { muster_id: id, joined_at: at, ban: entry.ban.id, banlist: entry.list.id });
      }
      found += kept.size;
      const told = (await backtest()).map(({ muster_id, joined_at, ban: by }) => ({
        muster_id,
        joined_at,
        ban: by.id,
        banlist: by.banlist_id,
      }));
      expect(told).toEqual([...kept.values()]);
    }),
    { numRuns: 8 },
  );
  expect(found).toBeGreaterThan(0);
}, 60_000);
