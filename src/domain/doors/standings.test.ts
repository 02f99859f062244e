import { expect, it } from 'vitest';
import { DOOR_RULE, type DoorRule, type DoorStanding } from '../../protocol/modules/decision.ts';
import { modules, type Modules } from '../../protocol/modules/fields.ts';
import { MODULES_UNSET } from '../../protocol/modules/limits.ts';
import { decide } from './decide.ts';
import { standings, type Explained, type ExplainedDoor } from './standings.ts';

const NOW = 1_800_000_000_000;
const STEAM = '76561190000000001';

const ann: Explained = {
  person: { ids: [], identities: [{ kind: 'steam', value: STEAM }], addresses: ['192.0.2.1'] },
  known: true,
  located: true,
  whitelisted: false,
  reserved: false,
  named: [],
  said: [],
  country: 'DE',
  network: null,
  steam: { state: 'public', created_at: 0, vac_bans: 0, days_since_ban: null, at: NOW },
  pings: [],
  warnedOfPing: null,
  place: { ahead: 0, open: 9 },
};
const all: Modules = {
  whitelist: { active: true, paused: false },
  ping: { active: true, max: 100, warn: true, protect_whitelist: true },
  geoblocking: { active: true, countries: ['US'], invert: false },
  reserved_slots: { active: true, amount: 2 },
  steam: { kick_private: true, kick_vac: true, vac_grace_days: 0, min_age_days: 0 },
  vpn: { active: true, protect_whitelist: true },
  own_list: { active: true },
};
const ban = {
  id: 'b',
  status: 'ACTIVE' as const,
  until: null,
  reason: '',
  created_at: 0,
  keys: [`steam ${STEAM}`],
};
const list = { id: 'l', identifier: '', primary: true, public: false, through: null, bans: [] };
const open: ExplainedDoor = {
  lists: [],
  whitelists: 0,
  canWarn: false,
  modules: modules.parse(MODULES_UNSET),
  filters: { name: false, chat: false },
};
const strict: ExplainedDoor = {
  ...open,
  lists: [list],
  whitelists: 1,
  modules: all,
  filters: { name: true, chat: true },
};

/** What each rule says, by its name. */
function says(visitor: Partial<Explained>, door: ExplainedDoor): Record<DoorRule, DoorStanding> {
  const told = standings({ ...ann, ...visitor }, door, NOW);
  expect(told.map(({ rule }) => rule)).toEqual([...DOOR_RULE]);
  return Object.fromEntries(told.map(({ rule, stands }) => [rule, stands])) as never;
}

it('a server that asks nothing lets everybody in since it asks nothing', () => {
  expect(new Set(Object.values(says({}, open)))).toEqual(new Set(['off']));
});

it('whoever passes everything does so rule by rule; pings and messages are asked as they come', () => {
  expect(says({ whitelisted: true }, strict)).toEqual({
    ban: 'passes',
    whitelist: 'passes',
    geoblocking: 'passes',
    vpn: 'passes',
    steam: 'passes',
    'name-filter': 'passes',
    'reserved-slot': 'passes',
    // Whoever is on a whitelist is protected from it.
    ping: 'protected',
    'chat-filter': 'as-it-comes',
  });
  expect(says({}, { ...strict, whitelists: 0 }).ping).toBe('as-it-comes');
});

it('what is not known keeps nobody out, and is said to be not known', () => {
  const nobody = { ...ann.person, identities: [], addresses: [] };
  const unknown = { person: nobody, known: false, located: false, country: null, steam: null };
  expect(says({ ...unknown, place: null }, strict)).toMatchObject({
    ban: 'unknown',
    whitelist: 'unknown',
    geoblocking: 'unknown',
    vpn: 'unknown',
    steam: 'unknown',
    'reserved-slot': 'unknown',
  });
});

it('a whitelist and a reserved slot protect', () => {
  const held = { whitelisted: true, network: 'AS64496', reserved: true, place: null };
  expect(says(held, strict)).toMatchObject({ vpn: 'protected', 'reserved-slot': 'protected' });
});

it('a whitelist that is paused or that the server does not use is not asked', () => {
  const paused = { ...all, whitelist: { active: true, paused: true } };
  expect(says({}, { ...strict, modules: paused }).whitelist).toBe('off');
  expect(says({}, { ...strict, whitelists: 0 }).whitelist).toBe('off');
});

it.each<[DoorRule, Partial<Explained>, Partial<ExplainedDoor>]>([
  ['ban', { whitelisted: true }, { lists: [{ ...list, bans: [ban] }] }],
  ['whitelist', {}, {}],
  ['geoblocking', { whitelisted: true, country: 'US' }, {}],
  ['vpn', { network: 'AS64496' }, { whitelists: 0 }],
  ['reserved-slot', { whitelisted: true, place: { ahead: 9, open: 9 } }, {}],
])('%s says that it keeps somebody out, as the decision does', (rule, visitor, door) => {
  const full = { ...strict, ...door };
  const told = says(visitor, full);
  const found = DOOR_RULE.filter((one) => told[one] === 'found');
  expect(found).toEqual([rule]);
  expect(decide({ ...ann, ...visitor }, full, NOW).verdict).toBe('kick');
});
