import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { liesIn, parseAddress, parsePattern } from './address.ts';
import { banThatApplies, type Ban, type ObeyedList } from './applies.ts';
import { keysOfBanned, keysOfPerson, type Banned, type Identity, type Person } from './keys.ts';

const STEAM = '76561190000000001';
/** BattlEye's of that SteamID64. */
const GUID = '8bbad58d9432569bd027e6c7346a95d3';

const id = fc.integer({ min: 1, max: 4 }).map((n) => n.toString(16).padStart(24, '0'));
const identity: fc.Arbitrary<Identity> = fc.record({
  kind: fc.constantFrom('battleye', 'steam', 'bohemia'),
  value: fc.constantFrom('1', '2', 'aB', 'Ab', 'net32 1/8', '__proto__', STEAM, GUID),
});
const typed = fc.constantFrom(
  '192.0.2.1',
  '192.0.2.*',
  '192.0.*.1',
  '192.0.2.0/30',
  '192.0.2.1-192.0.2.9',
  '2001:db8::/32',
  '::ffff:192.0.2.2',
  'no address',
);
const address = fc.constantFrom('192.0.2.1', '192.0.2.2', '192.0.3.1', '2001:db8::5', '', 'x');

const person: fc.Arbitrary<Person> = fc.record({
  ids: fc.array(id, { maxLength: 2 }),
  identities: fc.array(identity, { maxLength: 3 }),
  addresses: fc.array(address, { maxLength: 1 }),
});
const banned: fc.Arbitrary<Banned> = fc.record({
  people: fc.array(id, { maxLength: 1 }),
  identities: fc.array(identity, { maxLength: 2 }),
  addresses: fc.array(typed, { maxLength: 2 }),
});
const moment = fc.oneof(fc.nat(4), fc.constantFrom(0, Number.MAX_SAFE_INTEGER));

interface Made {
  readonly ban: Ban;
  readonly banned: Banned;
}
const made = fc
  .record({
    id,
    status: fc.constantFrom('ACTIVE', 'INACTIVE', 'REWORK_REQUIRED', 'REVOKED'),
    until: fc.option(moment),
    reason: fc.string(),
    created_at: moment,
    banned,
  } as const)
  .map(({ banned: of, ...ban }): Made => ({ ban: { ...ban, keys: keysOfBanned(of) }, banned: of }));
const list = fc.record({
  id,
  identifier: fc.string(),
  primary: fc.boolean(),
  public: fc.boolean(),
  through: fc.option(fc.record({ id, identifier: fc.string() })),
  bans: fc.array(made, { maxLength: 5 }),
});

/** The same, said plainly: whether a ban names somebody. */
function names(of: Banned, one: Person): boolean {
  const same = (a: Identity, b: Identity) =>
    a.kind === b.kind
      ? a.kind === 'bohemia'
        ? a.value === b.value
        : a.value.toLowerCase() === b.value.toLowerCase()
      : a.kind === 'steam' && a.value === STEAM && b.kind === 'battleye' && b.value === GUID;
  return (
    of.people.some((own) => one.ids.includes(own)) ||
    of.identities.some((own) => one.identities.some((other) => same(own, other))) ||
    of.addresses.some((own) =>
      one.addresses.some((other) => {
        const [pattern, from] = [parsePattern(own), parseAddress(other)];
        return typeof pattern !== 'string' && from !== null && liesIn(pattern, from);
      }),
    )
  );
}

type Listed = Omit<ObeyedList, 'bans'> & { readonly bans: readonly Made[] };

const obeyed = (lists: readonly Listed[]): readonly ObeyedList[] =>
  lists.map((one) => ({ ...one, bans: one.bans.map(({ ban }) => ban) }));

describe('of the bans of all lists', () => {
  it('one in force that names somebody applies, and none of anybody else', () => {
    fc.assert(
      fc.property(person, fc.array(list, { maxLength: 3 }), moment, (one, lists, now) => {
        const all = lists.flatMap(({ bans }) => bans);
        const naive = all.filter(
          ({ ban: { status, until }, banned: of }) =>
            names(of, one) && status === 'ACTIVE' && (until ?? Infinity) > now,
        );
        const applies = banThatApplies(one, obeyed(lists), now);
        expect(applies !== null).toBe(naive.length > 0);
        if (applies === null) return;
        expect(naive.map((found) => found.ban)).toContain(applies.ban);
        // None of the others lasts longer.
        for (const { ban: other } of naive) {
          expect(other.until ?? Infinity).toBeLessThanOrEqual(applies.ban.until ?? Infinity);
        }
      }),
    );
  });

  it('the same applies in whatever order lists and bans come, and of those alone that the index finds', () => {
    fc.assert(
      fc.property(person, fc.array(list, { maxLength: 3 }), moment, (one, lists, now) => {
        const all = obeyed(lists);
        const turned = all.toReversed().map((of) => ({ ...of, bans: of.bans.toReversed() }));
        const keys = new Set(keysOfPerson(one));
        const found = all.map((of) => ({
          ...of,
          bans: of.bans.filter((ban) => ban.keys.some((key) => keys.has(key))),
        }));
        const which = (lists_: readonly ObeyedList[]) => {
          const applies = banThatApplies(one, lists_, now);
          if (applies === null) return null;
          const { ban, list: of } = applies;
          return [ban.until, ban.created_at, ban.id, of.primary];
        };
        expect(which(turned)).toEqual(which(all));
        expect(which(found)).toEqual(which(all));
      }),
    );
  });

  it('says by what it finds them: an id, an identity of its kind, an address', () => {
    const nobody = { people: [], identities: [], addresses: [] };
    const one: Person = {
      ids: ['a'],
      identities: [
        { kind: 'steam', value: STEAM },
        { kind: 'battleye', value: GUID },
      ],
      addresses: ['192.0.2.1'],
    };
    const foundBy = (of: Partial<Banned>) => {
      const rest = { id: 'b', status: 'ACTIVE', until: null, reason: '', created_at: 0 } as const;
      const bans = [{ ...rest, keys: keysOfBanned({ ...nobody, ...of }) }];
      const list_ = { id: 'l', identifier: '', primary: true, public: false, through: null, bans };
      return banThatApplies(one, [list_], 1)?.by;
    };
    expect(foundBy({ people: ['a'] })).toEqual(['person']);
    // BattlEye's GUID follows from a SteamID64.
    const steam = { kind: 'steam', value: STEAM } as const;
    expect(foundBy({ identities: [steam] })).toEqual(['steam', 'battleye']);
    expect(foundBy({ addresses: ['192.0.2.*'] })).toEqual(['address']);
    expect(foundBy({ people: ['a'], addresses: ['192.0.2.0/30'] })).toEqual(['person', 'address']);
    expect(foundBy({ people: ['c'], addresses: ['192.0.3.1'] })).toBeUndefined();
  });
});
