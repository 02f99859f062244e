/** What can happen at the doors of a server, and streams of it. */
import * as fc from 'fast-check';
import type { FilterHit } from '../../src/domain/doors/rule.ts';
import type { Ban } from '../../src/domain/bans/applies.ts';
import { GAME } from '../../src/protocol/enumerations.ts';
import { modules, type Modules } from '../../src/protocol/modules/fields.ts';
import { MODULES_UNSET } from '../../src/protocol/modules/limits.ts';
import { BANNED_BY, type BannedBy } from '../support/named-by.ts';

export const SLOTS = 3;
export const PEOPLE = [0, 1, 2, 3, 4, 5] as const;
export type Who = (typeof PEOPLE)[number];

/** Whom a bucket names: by which entry, and until when. */
export type Listed = Map<Who, { readonly entry: string; readonly until: number }>;

export const steamOf = (who: Who) => `7656119000000010${who}`;
/** The name says what a filter looks for in some of them. */
export const nameOf = (who: Who) =>
  who === 5 ? 'Griefer' : who === 4 ? 'Spammer' : `Player ${who}`;

/** Where each was seen before. */
export const seenFrom = (who: Who) => `198.51.101.${who}`;
/** Where people come from, by what is known of the address. */
export const ADDRESS = {
  home: '198.51.100.4',
  american: '198.51.100.7',
  vpn: '192.0.2.9',
  banned: '203.0.113.5',
} as const;

export const countryOf = (ip: string | null) => (ip === ADDRESS.american ? 'US' : 'DE');
export const networkOf = (ip: string | null) => (ip === ADDRESS.vpn ? '192.0.2.0/24' : null);

/** What the filters that the server uses look for, and do. */
export const FILTERS = {
  NAME_FILTER: [
    { term: 'griefer', action: 'kick', message: 'Not this name.', minutes: null },
    { term: 'spammer', action: 'ban', message: 'No spam here.', minutes: 60 },
  ],
  CHAT_FILTER: [
    { term: 'idiot', action: 'warn', message: 'Mind your words.', minutes: null },
    { term: 'cheat', action: 'kick', message: 'No cheats.', minutes: null },
    { term: 'slur', action: 'ban', message: 'No slurs.', minutes: 30 },
  ],
} as const;
/** What they find in a text. */
export function hits(type: keyof typeof FILTERS, text: string): readonly FilterHit[] {
  return FILTERS[type]
    .filter(({ term }) => text.toLowerCase().includes(term))
    .map((filter) => ({
      ...filter,
      id: filter.term,
      bucket: { id: filter.term, identifier: 'B' },
    }));
}

export const LINES = ['hello', 'idiot', 'cheat for sale', 'slur', 'idiot with a cheat'] as const;

/** What Steam says of somebody. */
export interface SteamSays {
  readonly state: 'public' | 'private';
  readonly vac_bans: number;
  readonly days_since_ban: number;
  readonly young: boolean;
}

export type Step =
  | {
      readonly do: 'join';
      readonly who: Who;
      readonly from: keyof typeof ADDRESS;
      readonly known: boolean;
    }
  | { readonly do: 'identify'; readonly who: Who }
  | { readonly do: 'leave'; readonly who: Who }
  | {
      readonly do: 'list';
      readonly type: 'WHITELIST' | 'RESERVED_SLOT';
      readonly who: Who;
      /** For how long, where they are added; null: for good. */
      readonly minutes: number | null;
    }
  /** They are one person from now on, or two again. */
  | { readonly do: 'one-person'; readonly who: Who; readonly other: Who }
  | {
      readonly do: 'ban';
      readonly who: Who;
      readonly by: BannedBy;
      readonly on: 'own' | 'followed';
      readonly minutes: number | null;
    }
  | {
      readonly do: 'status';
      /** Which ban, of those that were made by hand. */
      readonly ban: number;
      readonly status: Ban['status'];
    }
  | { readonly do: 'follow' }
  | { readonly do: 'steam'; readonly who: Who; readonly says: SteamSays }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'ping'; readonly high: readonly Who[]; readonly times: number }
  | { readonly do: 'say'; readonly who: Who; readonly text: (typeof LINES)[number] }
  | { readonly do: 'set'; readonly modules: Modules };

/** What sends most people away is rare, so that the rules after it are asked, too. */
const rarely = fc.nat(5).map((n) => n === 0);
const often = fc.nat(5).map((n) => n > 0);
const who = fc.constantFrom(...PEOPLE);
const from = fc.oneof(
  { weight: 2, arbitrary: fc.constant('home' as const) },
  fc.constantFrom(...(Object.keys(ADDRESS) as (keyof typeof ADDRESS)[])),
);
const does_ = <Do extends Step['do']>(what: Do) => fc.constant(what);

const ASKING = ['whitelist', 'ping', 'geoblocking', 'vpn', 'steam', 'reserved_slots'] as const;
type Asking = (typeof ASKING)[number];

/** What a server asks, most often these. */
const settings = (most: readonly Asking[]) => {
  const asks = (name: Asking) => (most.includes(name) ? often : rarely);
  return fc
    .record({
      whitelist: fc.record({ active: asks('whitelist'), paused: fc.boolean() }),
      ping: fc.record({
        active: asks('ping'),
        max: fc.constant(200),
        warn: often,
        protect_whitelist: rarely,
      }),
      geoblocking: fc.record({
        active: asks('geoblocking'),
        countries: fc.constant(['US']),
        invert: rarely,
      }),
      vpn: fc.record({ active: asks('vpn'), protect_whitelist: often }),
      steam: fc.record({
        kick_private: asks('steam'),
        kick_vac: asks('steam'),
        vac_grace_days: fc.constantFrom(0, 30),
        min_age_days: fc.constantFrom(0, most.includes('steam') ? 30 : 0),
      }),
      reserved_slots: fc.record({
        active: asks('reserved_slots'),
        amount: fc.constantFrom(1, 2),
      }),
    })
    .map((of) => modules.parse({ ...MODULES_UNSET, ...of }));
};

type Weighted = fc.WeightedArbitrary<Step>;
const lists: Weighted = {
  weight: 4,
  arbitrary: fc.record({
    do: does_('list'),
    type: fc.constantFrom('WHITELIST', 'RESERVED_SLOT'),
    who,
    minutes: fc.constantFrom(null, null, 5, 60),
  }),
};
const persons: Weighted = {
  weight: 4,
  arbitrary: fc.record({ do: does_('one-person'), who, other: who }),
};
const waits: Weighted = {
  weight: 1,
  arbitrary: fc.record({ do: does_('wait'), minutes: fc.constantFrom(1, 6, 11) }),
};
const bans: readonly Weighted[] = [
  {
    weight: 3,
    arbitrary: fc.record({
      do: does_('ban'),
      who,
      by: fc.constantFrom(...BANNED_BY),
      on: fc.constantFrom('own', 'followed'),
      minutes: fc.constantFrom(null, 5, 60),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: does_('status'),
      ban: fc.nat(9),
      status: fc.constantFrom('ACTIVE', 'REVOKED', 'INACTIVE', 'REWORK_REQUIRED'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: does_('follow') }) },
  waits,
];
const steam: Weighted = {
  weight: 6,
  arbitrary: fc.record({
    do: does_('steam'),
    who,
    says: fc.record({
      state: fc.constantFrom('public', 'private'),
      vac_bans: rarely.map(Number),
      days_since_ban: fc.constantFrom(5, 40),
      young: rarely,
    }),
  }),
};
const pings: Weighted = {
  weight: 5,
  arbitrary: fc.record({
    do: does_('ping'),
    high: fc.subarray([...PEOPLE], { minLength: 2 }),
    times: fc.constantFrom(1, 3),
  }),
};
const says: Weighted = {
  weight: 4,
  arbitrary: fc.record({ do: does_('say'), who, text: fc.constantFrom(...LINES) }),
};

/** Each stream is about some of these, so that much happens of it. */
const ABOUT: readonly { readonly asks: readonly Asking[]; readonly steps: readonly Weighted[] }[] =
  [
    { asks: [], steps: bans },
    { asks: [], steps: [persons, ...bans] },
    { asks: ['whitelist'], steps: [persons, lists, waits] },
    { asks: ['vpn', 'geoblocking'], steps: [lists] },
    { asks: ['reserved_slots', 'whitelist'], steps: [lists, waits] },
    { asks: ['steam'], steps: [steam] },
    { asks: ['ping'], steps: [pings, waits] },
    { asks: [], steps: [says] },
  ];
export const stream = fc.subarray([...ABOUT], { minLength: 1, maxLength: 2 }).chain((about) => {
  const set = fc.record({
    do: does_('set'),
    modules: settings(about.flatMap(({ asks }) => asks)),
  });
  const coming: readonly Weighted[] = [
    { weight: 6, arbitrary: fc.record({ do: does_('join'), who, from, known: often }) },
    { weight: 1, arbitrary: fc.record({ do: does_('identify'), who }) },
    { weight: 1, arbitrary: fc.record({ do: does_('leave'), who }) },
    { weight: 1, arbitrary: set },
  ];
  const step = fc.oneof(...coming, ...about.flatMap(({ steps }) => steps));
  const rest = fc.array(step, { minLength: 15, maxLength: 35, size: 'max' });
  return fc.tuple(set, rest).map(([first, steps]): readonly Step[] => [first, ...steps]);
});

export const game = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ game: GAME.DAYZ, canWarn: true }) },
  fc.constant({ game: GAME.RUST, canWarn: false }),
);
