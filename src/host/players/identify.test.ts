import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import { blocked } from '../../../tests/support/blocked.ts';
import { appendFacts, publish } from '../realtime/log.ts';
import { readRanges } from '../realtime/read.ts';
import { newestPersonChange, personOf, personsOf, readPersonChanges } from '../identity/persons.ts';
import type { OpenDatabase } from '../store/database.ts';
import { secretsOf } from '../store/secrets/secrets.ts';
import { erasePerson } from './erase.ts';
import { identify } from './identify.ts';
import { identitiesOf, identityKey } from './identities.ts';
import type { Sighting } from './join-players.ts';
import { joinPersons, undoJoin } from './joins.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.db.deleteFrom('play_sessions').execute();
  await forgetPlayers();
});

async function forgetPlayers(): Promise<void> {
  await open.db.deleteFrom('players').execute();
  await open.db.deleteFrom('person_joins').execute();
  await open.db.deleteFrom('persons').execute();
}

type Told = Partial<Parameters<typeof identitiesOf>[0]>;
const seen = (told: Told, name = 'Ada'): Sighting => ({
  identities: identitiesOf({ guid: null, steamId: null, bohemiaId: null, ...told }),
  name,
});
const guidOf = (n: number) => n.toString(16).padStart(32, '0');
const steamOf = (n: number) => String(76_561_197_960_265_728n + BigInt(n));
/** The one person of a sighting. */
const idOf = async (sighting: Sighting, now = 1) => {
  const ids = [...(await identify(open.db, [sighting], now)).values()];
  const who = await personsOf(open.db, ids);
  const [id, ...others] = new Set(ids.map(who));
  expect(others).toEqual([]);
  return id!;
};
const playerRow = (id: string) =>
  open.db.selectFrom('players').selectAll().where('muster_id', '=', id).executeTakeFirstOrThrow();

it('knows a player again, by the same id and the newest name', async () => {
  const id = await idOf(seen({ guid: guidOf(1) }, 'Ada'), 10);
  expect(await idOf(seen({ guid: guidOf(2) }, 'Bob'), 10)).not.toBe(id);
  expect(await idOf(seen({ guid: guidOf(1) }, 'Ada L.'), 20)).toBe(id);
  expect(await playerRow(id)).toMatchObject({ name: 'Ada L.', first_seen: 10, last_seen: 20 });
});

it('takes in the players of a whole fleet at once', async () => {
  const fleet = Array.from({ length: 20_000 }, (_, n) => seen({ guid: guidOf(n + 1) }));
  const found = await identify(open.db, fleet, 1);
  expect(new Set(found.values()).size).toBe(20_000);
});

it('gives one id to a player whom several hosts see for the first time at once', async () => {
  const people = Array.from({ length: 20 }, (_, n) => seen({ guid: guidOf(100 + n) }, 'New'));
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, host) =>
      identify(open.db, host % 2 === 0 ? people : people.toReversed(), 30),
    ),
  );
  for (const answer of answers) {
    expect(new Map([...answer].toSorted())).toEqual(new Map([...answers[0]!].toSorted()));
  }
  const { count } = await open.db
    .selectFrom('players')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(20);
});

it('takes somebody in Rust and in DayZ for one player, whichever was seen first', async () => {
  const rust = seen({ steamId: steamOf(7) });
  const dayz = seen({
    guid: identitiesOf({ guid: null, steamId: steamOf(7), bohemiaId: null })[0]!.value,
  });
  expect(await idOf(dayz)).toBe(await idOf(rust));
  const later = seen({ steamId: steamOf(8) });
  const guid = later.identities[0]!.value;
  expect(await idOf(seen({ guid }))).toBe(await idOf(later));
});

it('writes nobody down who has no identity', async () => {
  expect(await identify(open.db, [seen({}), seen({ steamId: '0' })], 1)).toEqual(new Map());
  expect(await open.db.selectFrom('players').selectAll().execute()).toEqual([]);
});

it('never takes two for one by their name', async () => {
  expect(await idOf(seen({ guid: guidOf(1) }, 'Same'))).not.toBe(
    await idOf(seen({ guid: guidOf(2) }, 'Same')),
  );
});

describe('two players who turn out to be one person', () => {
  const server = '5'.repeat(24);
  const session = 'e'.repeat(24);

  it('are shown as the one who was seen first, and all that was kept of the other stays as it was', async () => {
    const old = await idOf(seen({ bohemiaId: 'uid=' }, 'Old'), 10);
    const young = await idOf(seen({ guid: guidOf(1) }, 'Young'), 20);
    await sql`
      insert into servers (id, owner, identifier, game, timezone, created_at, host, host_key, game_port,
        actions, state, population, environment, deployment)
      values (${server}, ${server}, 'x', 1, 'UTC', 0, 'h', 'h', 1, '{}', '{}', '{}', '{}', '[]')
      on conflict do nothing
    `.execute(open.db);
    await sql`
      insert into play_sessions (id, server_id, muster_id, name, joined_at, joined_before, verified, lobby)
      values (${session}, ${server}, ${young}, 'Young', 20, false, true, false)
    `.execute(open.db);
    const stream = `server/${server}/feed`;
    const player = (muster_id: string, name: string) => ({ id: session, muster_id, name });
    const entry = {
      kind: 'death',
      player: player(young, 'Young'),
      by: { player: player(old, 'Old'), cause: '', weapon: null, distance: null },
    } as const;
    const data = { server_id: server, at: 1, entry };
    await appendFacts(open.db, [{ stream, event: 'server:feed', at: 1, data }]);

    const both = seen({ guid: guidOf(1), bohemiaId: 'uid=' }, 'Both');
    for (const at of [30, 31]) expect(await idOf(both, at)).toBe(old);
    expect(await playerRow(old)).toMatchObject({ name: 'Both', first_seen: 10, last_seen: 31 });
    expect(await personOf(open.db, young)).toBe(old);
    expect(await personOf(open.db, old)).toBe(old);
    expect(await personOf(open.db, server)).toBe(server);
    expect(await playerRow(young)).toMatchObject({ name: 'Young', first_seen: 20 });
    const { rows: subjects } = await sql<{ subject: string }>`
      select subject from event_personal where stream = ${stream} order by subject
    `.execute(open.db);
    expect(subjects.map(({ subject }) => subject)).toEqual([old, young].toSorted());
    const [told] = await readRanges(open.db, [{ stream, after: 0, upTo: 1 }]);
    expect(told?.data).toEqual(data);
    const { rows: sessions } = await sql<{ muster_id: string }>`
      select muster_id from play_sessions where id = ${session}
    `.execute(open.db);
    expect(sessions).toEqual([{ muster_id: young }]);
    const { rows: audit } = await sql`select from audit`.execute(open.db);
    expect(audit).toEqual([]);
  });

  it('are told in the order of their commits, also where one became another before', async () => {
    const before = await newestPersonChange(open.db);
    const first = await idOf(seen({ bohemiaId: '1=' }), 10);
    const second = await idOf(seen({ guid: guidOf(1) }), 20);
    const third = await idOf(seen({ steamId: steamOf(3) }), 30);
    const guid = seen({ steamId: steamOf(3) }).identities[0]!.value;
    await idOf(seen({ guid, bohemiaId: '2=' }), 40);
    await idOf(seen({ guid: guidOf(1), bohemiaId: '2=' }), 50);
    await idOf(seen({ guid, bohemiaId: '1=' }), 60);
    const changes = await readPersonChanges(open.db, before);
    expect(changes.map(({ id }) => id).toSorted()).toEqual([first, second, third].toSorted());
    expect(new Set(changes.map(({ person }) => person))).toEqual(new Set([first]));
    expect(await readPersonChanges(open.db, changes.at(-1)!.changed)).toEqual([]);
  });

  it('are two again where somebody undoes it, and games do not join them once more', async () => {
    const old = await idOf(seen({ bohemiaId: 'uid=' }), 10);
    const young = await idOf(seen({ guid: guidOf(1) }), 20);
    const both = seen({ guid: guidOf(1), bohemiaId: 'uid=' });
    await idOf(both, 30);
    const { id } = await open.db.selectFrom('person_joins').select('id').executeTakeFirstOrThrow();
    const undo = () => open.db.transaction().execute((trx) => undoJoin(trx, id, 40, null));
    expect([await undo(), await undo()]).toEqual([true, false]);
    expect(new Set((await identify(open.db, [both], 50)).values())).toEqual(new Set([old, young]));
    expect([await personOf(open.db, old), await personOf(open.db, young)]).toEqual([old, young]);
    const byHand = { one: young, other: old, kind: 'hand' } as const;
    const join = () => open.db.transaction().execute((trx) => joinPersons(trx, byHand, 60));
    expect([await join(), await join()]).toEqual(['joined', 'held']);
    expect(await personOf(open.db, young)).toBe(old);
  });
});

it('many joins of one look are one renewal with one job, and each says something new', async () => {
  const people = Array.from({ length: 50 }, (_, n) => n + 1);
  const bohemia = (n: number) => `many ${n}=`;
  await identify(
    open.db,
    people.map((n) => seen({ bohemiaId: bohemia(n) })),
    10,
  );
  await identify(
    open.db,
    people.map((n) => seen({ steamId: steamOf(n) })),
    20,
  );
  await open.db.deleteFrom('jobs').execute();
  const both = people.map((n) => seen({ steamId: steamOf(n), bohemiaId: bohemia(n) }));
  await identify(open.db, [...both, ...both], 30);
  expect(await open.db.selectFrom('jobs').select('kind').execute()).toEqual([
    { kind: 'tell-persons' },
  ]);
  expect(await open.db.selectFrom('person_joins').select('kind').execute()).toHaveLength(50);
  for (const one of both) await idOf(one, 40);
});

it('two persons are joined once, whatever shows it, so that undoing it parts them', async () => {
  const guid = guidOf(1);
  const [old, second] = [await idOf(seen({ bohemiaId: '1=' }), 10), await idOf(seen({ guid }), 20)];
  const third = await idOf(seen({ bohemiaId: '3=' }), 30);
  const byHand = { one: second, other: third, kind: 'hand' } as const;
  await open.db.transaction().execute((trx) => joinPersons(trx, byHand, 40));
  const all = {
    identities: [seen({ guid }), seen({ bohemiaId: '1=' }), seen({ bohemiaId: '3=' })].flatMap(
      ({ identities }) => identities,
    ),
    name: 'Ada',
  };
  expect(await idOf(all, 50)).toBe(old);
  const games = await open.db
    .selectFrom('person_joins')
    .select('id')
    .where('kind', '=', 'game')
    .execute();
  expect(games).toHaveLength(1);
  await open.db.transaction().execute((trx) => undoJoin(trx, games[0]!.id, 60, null));
  await identify(open.db, [all], 70);
  expect(await personOf(open.db, third)).toBe(second);
  expect(await personOf(open.db, second)).toBe(second);
});

it('erasing a person and a game that joins them to another never wait in a circle', async () => {
  const { db } = open;
  const both = new Map<string, string>();
  for (const guid of [guidOf(1), guidOf(2)]) both.set(await idOf(seen({ guid }), 10), guid);
  const other = await idOf(seen({ bohemiaId: '3=' }), 20);
  const [first = '', last = ''] = [...both.keys()].toSorted();
  const byHand = { one: first, other: last, kind: 'hand' } as const;
  await db.transaction().execute((trx) => joinPersons(trx, byHand, 30));
  // Whoever erases has the persons already, and waits for the first of their players.
  const holding = await db.startTransaction().execute();
  await sql`select from players where muster_id = ${first} for update`.execute(holding);
  const context = { db, secrets: secretsOf(Buffer.alloc(32, 7)), publish, now: 40 };
  const erasing = erasePerson(context, first, () => undefined);
  await blocked(db, 1);
  // A game shows the last of them, and somebody else.
  const shown = seen({ guid: both.get(last) ?? null, bohemiaId: '3=' });
  const joining = identify(db, [shown], 50);
  await blocked(db, 2);
  await holding.commit().execute();
  await Promise.all([erasing, joining]);
  expect(await idOf(shown, 60)).toBe(other);
  expect(await personOf(db, last)).toBe(last);
});

/** One of a few people, by some of what games may tell of them. */
const sightings = fc.array(
  fc
    .record({ person: fc.nat(5), guid: fc.boolean(), steam: fc.boolean(), bohemia: fc.boolean() })
    .filter(({ guid, steam, bohemia }) => guid || steam || bohemia),
  { minLength: 1, maxLength: 12 },
);
type Drawn = typeof sightings extends fc.Arbitrary<infer T> ? T : never;
const sightingsOf = (drawn: Drawn, run: number) =>
  drawn.map(({ person, guid, steam, bohemia }) => {
    const steamId = steamOf(run * 10 + person);
    const [{ value } = { value: '' }] = identitiesOf({ guid: null, steamId, bohemiaId: null });
    return seen({
      guid: guid ? value : null,
      steamId: steam ? steamId : null,
      bohemiaId: bohemia ? `${steamId}=` : null,
    });
  });

/** Which identities are of one player, by a union of what was seen together. */
function expected(people: readonly Sighting[]): readonly string[] {
  const groups: Set<string>[] = [];
  for (const { identities } of people) {
    const keys = identities.map(identityKey);
    const joined = new Set(keys);
    for (const group of groups.filter((known) => keys.some((key) => known.has(key)))) {
      groups.splice(groups.indexOf(group), 1);
      for (const key of group) joined.add(key);
    }
    groups.push(joined);
  }
  return groups.map((group) => [...group].toSorted().join()).toSorted();
}

async function written(): Promise<readonly string[]> {
  const { rows } = await sql<{ keys: string[] }>`
    select array_agg(i.kind || ' ' || i.value) as keys
    from player_identities i left join persons s on s.id = i.muster_id
    group by coalesce(s.person, i.muster_id)
  `.execute(open.db);
  return rows.map(({ keys }) => keys.toSorted().join()).toSorted();
}

describe('what is seen', () => {
  let run = 0;
  const fresh = async () => {
    run += 1;
    await forgetPlayers();
    return run;
  };

  it('gives the same persons in any order and any parts', async () => {
    await fc.assert(
      fc.asyncProperty(
        sightings.chain((drawn) =>
          fc.tuple(
            fc.constant(drawn),
            fc.shuffledSubarray(drawn, { minLength: drawn.length }),
            fc.integer({ min: 1, max: 4 }),
          ),
        ),
        async ([drawn, shuffled, size]) => {
          const number = await fresh();
          const people = sightingsOf(shuffled, number);
          for (let from = 0; from < people.length; from += size) {
            await identify(open.db, people.slice(from, from + size), from);
          }
          expect(await written()).toEqual(expected(sightingsOf(drawn, number)));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('gives the same persons where several hosts see it at once, and every id still means somebody', async () => {
    await fc.assert(
      fc.asyncProperty(sightings, fc.integer({ min: 2, max: 4 }), async (drawn, hosts) => {
        const people = sightingsOf(drawn, await fresh());
        const given: string[] = [];
        await Promise.all(
          Array.from({ length: hosts }, async (_, host) => {
            const mine = people.filter((_sighting, index) => index % hosts === host);
            for (const sighting of host % 2 === 0 ? mine : mine.toReversed()) {
              given.push(...(await identify(open.db, [sighting], host)).values());
            }
          }),
        );
        expect(await written()).toEqual(expected(people));
        for (const id of given) await playerRow(await personOf(open.db, id));
      }),
      { numRuns: 25 },
    );
  });
});
