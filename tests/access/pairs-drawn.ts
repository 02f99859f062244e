/** What two people do at once, drawn at random; apart from the test that asks the host, which would be too long. */
import * as fc from 'fast-check';
import { GIVEN, HELD } from '../../src/testing/rights-model.ts';

export type Kind = 'team' | 'organization';
export const PEOPLE = ['ann', 'ben', 'cid', 'dan'] as const;
export type Name = (typeof PEOPLE)[number];
export const KINDS = ['team', 'organization'] as const;
const SERVERS = [0, 1] as const;

/** Mostly whoever owns what it is about, since most others may not, or whom the other of both does something to. */
const by = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('owner', 'other') },
  { weight: 2, arbitrary: fc.constantFrom(...PEOPLE) },
);
const kind = fc.constantFrom(...KINDS);
const at = fc.nat(5);
const permissions = fc.oneof(
  fc.constant([...HELD.organization]),
  fc.subarray([...HELD.organization]),
);
const server = fc.constantFrom(...SERVERS);
const shared = fc.oneof(fc.constant([]), fc.subarray([...GIVEN.server]));
const DEED = {
  create: fc.record({ deed: fc.constant('create'), by, kind, permissions }),
  edit: fc.record({ deed: fc.constant('edit'), by, kind, role: at, permissions }),
  rank: fc.record({ deed: fc.constant('rank'), by, kind, role: at, above: at }),
  delete: fc.record({ deed: fc.constant('delete'), by, kind, role: at }),
  invite: fc.record({ deed: fc.constant('invite'), by, kind, to: at, role: at }),
  accept: fc.record({ deed: fc.constant('accept'), invite: at }),
  give: fc.record({ deed: fc.constant('give'), by, kind, to: at, role: at }),
  remove: fc.record({ deed: fc.constant('remove'), by, kind, to: at }),
  leave: fc.record({ deed: fc.constant('leave'), by, kind }),
  transfer: fc.record({ deed: fc.constant('transfer'), by, kind, to: at, role: at }),
  join: fc.record({ deed: fc.constant('join') }),
  part: fc.record({ deed: fc.constant('part') }),
  share: fc.record({
    deed: fc.constant('share'),
    by,
    server,
    to: fc.constantFrom(...PEOPLE),
    permissions: shared,
  }),
  move: fc.record({
    deed: fc.constant('move'),
    by,
    server,
    to: fc.constantFrom('account', ...KINDS),
  }),
} as const;
const step = fc.oneof(...Object.values(DEED));
/** What is done to somebody, and what they do themselves in that moment. */
const toThem = fc.oneof(
  DEED.give,
  DEED.remove,
  DEED.transfer,
  DEED.transfer,
  DEED.share,
  DEED.delete,
  DEED.edit,
);
const byThem = fc.oneof(
  { weight: 3, arbitrary: DEED.leave },
  { weight: 3, arbitrary: DEED.share },
  { weight: 6, arbitrary: step },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
/** How it begins: what roles hold. */
export const beginning = fc.record({
  team: fc.tuple(permissions, permissions),
  organization: fc.tuple(permissions, permissions),
  /** Who has the organization. */
  above: fc.constantFrom('ann', 'ben'),
  joined: fc.boolean(),
});
export type Beginning = typeof beginning extends fc.Arbitrary<infer B> ? B : never;

/** Both are about the same group and server: else they would not be in each other's way. */
export const pair = fc
  .tuple(
    fc.oneof(fc.tuple(step, step), fc.tuple(asBy('owner', toThem), asBy('other', byThem))),
    kind,
    server,
  )
  .map(([[one, other], of, on]): readonly [Step, Step] => {
    const same = (asked: Step): Step => {
      if ('kind' in asked) return { ...asked, kind: of };
      return 'server' in asked ? { ...asked, server: on } : asked;
    };
    return [same(one), same(other)];
  });

function asBy(who: 'owner' | 'other', asked: fc.Arbitrary<Step>): fc.Arbitrary<Step> {
  return asked.map((one) => ('by' in one ? { ...one, by: who } : one));
}
