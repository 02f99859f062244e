import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { modules } from '../../protocol/modules/fields.ts';
import { MODULES_UNSET } from '../../protocol/modules/limits.ts';
import { decide, type Decision } from './decide.ts';
import { strictest } from './filters.ts';
import { PING_READINGS, PING_WARNING_HOLDS } from './ping.ts';
import type { Door, FilterHit, Visitor } from './rule.ts';
import { doorText, DOOR_TEXT_MAX } from './text.ts';

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;
const STEAM = '76561190000000001';

const list = (until: number | null) => ({
  id: 'l',
  identifier: 'Watch',
  primary: true,
  public: false,
  through: null,
  bans: [
    {
      id: 'b',
      status: 'ACTIVE' as const,
      until,
      reason: 'Griefing',
      created_at: 0,
      keys: [`steam ${STEAM}`],
    },
  ],
});

const hit: fc.Arbitrary<FilterHit> = fc.record({
  id: fc.constantFrom('f1', 'f2', 'f3'),
  bucket: fc.constant({ id: 'k', identifier: 'Words' }),
  term: fc.constant('x'),
  action: fc.constantFrom('warn', 'kick', 'ban'),
  message: fc.constant('Mind your words.'),
  minutes: fc.option(fc.constantFrom(5, 60)),
});
const visitor: fc.Arbitrary<Visitor> = fc.record({
  known: fc.boolean(),
  whitelisted: fc.boolean(),
  named: fc.array(hit, { maxLength: 2 }),
  said: fc.array(hit, { maxLength: 2 }),
  person: fc.record({
    ids: fc.constant([]),
    identities: fc.constantFrom([], [{ kind: 'steam' as const, value: STEAM }]),
    addresses: fc.constant([]),
  }),
  country: fc.option(fc.constantFrom('DE', 'US', 'CN')),
  pings: fc.array(fc.constantFrom(99, 100, 101, 400), { maxLength: 5 }),
  warnedOfPing: fc.option(
    fc.constantFrom(NOW - 1, NOW - PING_WARNING_HOLDS + 1, NOW - PING_WARNING_HOLDS),
  ),
  network: fc.option(fc.constant('AS64496')),
  steam: fc.option(
    fc.record({
      state: fc.constantFrom('public', 'private', 'deleted'),
      created_at: fc.option(fc.constantFrom(NOW - 9 * DAY, NOW - 10 * DAY, NOW + 1)),
      vac_bans: fc.constantFrom(0, 1),
      days_since_ban: fc.option(fc.constantFrom(0, 28, 29, 30)),
      at: fc.constantFrom(NOW, NOW - DAY),
    }),
  ),
  place: fc.option(fc.record({ ahead: fc.constantFrom(0, 1, 2), open: fc.constantFrom(0, 1, 2) })),
});
const door: fc.Arbitrary<Door> = fc.record({
  lists: fc.constantFrom([], [list(null)], [list(NOW + 1)], [list(NOW)]),
  whitelists: fc.constantFrom(0, 1),
  modules: fc.record({
    whitelist: fc.record({ active: fc.boolean(), paused: fc.boolean() }),
    ping: fc.record({
      active: fc.boolean(),
      max: fc.constant(100),
      warn: fc.boolean(),
      protect_whitelist: fc.boolean(),
    }),
    geoblocking: fc.record({
      active: fc.boolean(),
      countries: fc.constantFrom(['US'], ['US', 'CN']),
      invert: fc.boolean(),
    }),
    reserved_slots: fc.record({ active: fc.boolean(), amount: fc.constant(1) }),
    vpn: fc.record({ active: fc.boolean(), protect_whitelist: fc.boolean() }),
    own_list: fc.record({ active: fc.boolean() }),
    steam: fc.record({
      kick_private: fc.boolean(),
      kick_vac: fc.boolean(),
      vac_grace_days: fc.constantFrom(0, 30),
      min_age_days: fc.constantFrom(0, 10),
    }),
  }),
  canWarn: fc.boolean(),
});

/** What the table of `docs/decisions/decision-order.md` says of each, in words of their own. */
const isBanned = ({ person }: Visitor, { lists }: Door) =>
  person.identities.length > 0 && lists.some(({ bans }) => (bans[0]?.until ?? Infinity) > NOW);
const isUnlisted = (one: Visitor, { whitelists, modules: { whitelist: set } }: Door) =>
  set.active && !set.paused && whitelists > 0 && one.known && !one.whitelisted;
const matches = (hits: readonly FilterHit[], { canWarn }: Door) =>
  hits.some(({ action }) => canWarn || action !== 'warn');
const isFromAway = ({ country }: Visitor, { modules: { geoblocking: set } }: Door) =>
  set.active && country !== null && set.countries.includes(country) !== set.invert;
const hasNoPlace = ({ place }: Visitor, { modules: { reserved_slots: set } }: Door) =>
  set.active && place !== null && place.ahead + 1 > place.open;
/** On a whitelist, or not yet known not to be. */
const isMaybeListed = ({ known, whitelisted }: Visitor, { whitelists }: Door) =>
  whitelisted || (whitelists > 0 && !known);
const isBehindVpn = (one: Visitor, at: Door) => {
  const { active, protect_whitelist } = at.modules.vpn;
  return active && one.network !== null && !(protect_whitelist && isMaybeListed(one, at));
};
const hasVac = ({ steam: told }: Visitor, { modules: { steam: set } }: Door) => {
  if (told === null || told.vac_bans === 0 || !set.kick_vac) return false;
  const isForgiven =
    set.vac_grace_days > 0 &&
    told.days_since_ban !== null &&
    told.days_since_ban + (told.at === NOW ? 0 : 1) >= set.vac_grace_days;
  return !isForgiven;
};
const isPrivate = ({ steam: told }: Visitor, { modules: { steam: set } }: Door) =>
  set.kick_private && told?.state === 'private';
const isYoung = ({ steam: told }: Visitor, { modules: { steam: set } }: Door) =>
  set.min_age_days > 0 &&
  typeof told?.created_at === 'number' &&
  told.created_at > NOW - set.min_age_days * DAY;
const isSlow = (one: Visitor, at: Door) =>
  at.modules.ping.active &&
  !(at.modules.ping.protect_whitelist && isMaybeListed(one, at)) &&
  isOverMax(one, at);
const isOverMax = ({ pings }: Visitor, { modules: { ping } }: Door) =>
  pings.length >= PING_READINGS &&
  Math.min(...pings.slice(pings.length - PING_READINGS)) > ping.max;

const isWarned = ({ warnedOfPing }: Visitor, { modules: { ping }, canWarn }: Door) =>
  ping.warn && canWarn && (warnedOfPing === null || warnedOfPing <= NOW - PING_WARNING_HOLDS);
const leaves = (hits: readonly FilterHit[]) => hits.some(({ action }) => action !== 'warn');

const ruleOf = (decision: Decision) =>
  decision.verdict === 'let-in' ? null : decision.because.rule;

it('the first rule that keeps somebody out is the reason, else the first that warns, and nobody else is touched', () => {
  fc.assert(
    fc.property(visitor, door, (one, at) => {
      const found = [
        { rule: 'ban', finds: isBanned(one, at), warns: false },
        { rule: 'whitelist', finds: isUnlisted(one, at), warns: false },
        { rule: 'geoblocking', finds: isFromAway(one, at), warns: false },
        { rule: 'vpn', finds: isBehindVpn(one, at), warns: false },
        { rule: 'vac', finds: hasVac(one, at), warns: false },
        { rule: 'steam-private', finds: isPrivate(one, at), warns: false },
        { rule: 'steam-age', finds: isYoung(one, at), warns: false },
        { rule: 'name-filter', finds: matches(one.named, at), warns: !leaves(one.named) },
        { rule: 'reserved-slot', finds: hasNoPlace(one, at), warns: false },
        { rule: 'ping', finds: isSlow(one, at), warns: isWarned(one, at) },
        { rule: 'chat-filter', finds: matches(one.said, at), warns: !leaves(one.said) },
      ].filter(({ finds }) => finds);
      const first = found.find(({ warns }) => !warns) ?? found[0];
      const rule = ruleOf(decide(one, at, NOW))?.replace(/^temporary-/, '');
      expect(rule).toBe(first?.rule);
    }),
  );
});

it('a ping over the limit is warned where that is asked for and possible, and kicked while the warning holds', () => {
  fc.assert(
    fc.property(visitor, door, (one, at) => {
      const decision = decide(one, at, NOW);
      if (ruleOf(decision) !== 'ping') return;
      expect(decision.verdict).toBe(isWarned(one, at) ? 'warn' : 'kick');
    }),
  );
});

it('of several filters the strictest counts, in whatever order they are read', () => {
  fc.assert(
    fc.property(fc.uniqueArray(hit, { selector: ({ id }) => id, minLength: 1 }), (hits) => {
      const first = strictest(hits);
      expect(strictest(hits.toReversed())).toEqual(first);
      const actions = hits.map(({ action }) => action);
      expect(first?.action).toBe(
        (['ban', 'kick', 'warn'] as const).find((one) => actions.includes(one)),
      );
    }),
  );
});

it('a server that asks for nothing lets everybody in', () => {
  const nothing = {
    lists: [],
    whitelists: 1,
    modules: modules.parse(MODULES_UNSET),
    canWarn: true,
  };
  fc.assert(
    fc.property(visitor, (one) => {
      expect(decide({ ...one, named: [], said: [] }, nothing, NOW)).toEqual({ verdict: 'let-in' });
    }),
  );
});

it('what somebody reads is one short line of ASCII, with the reason of a ban as it was written', () => {
  fc.assert(
    fc.property(visitor, door, (one, at) => {
      const decision = decide(one, at, NOW);
      if (decision.verdict === 'let-in') return;
      const text = doorText(decision.verdict, decision.because);
      expect(text).toMatch(/^[\x20-\x7e]+$/);
      expect(text.length).toBeLessThanOrEqual(DOOR_TEXT_MAX);
    }),
  );
  const banned = (until: number | null) =>
    doorText('kick', { entry: { kind: 'ban', ban: { reason: 'Читер', until } } } as never);
  expect(banned(null)).toBe('Banned: Читер');
  expect(banned(Date.UTC(2026, 10, 26, 19, 30))).toBe('Banned until 2026-11-26 19:30 UTC: Читер');
});

it('nobody whom a whitelist may protect is sent away before it is known who they are', () => {
  fc.assert(
    fc.property(visitor, door, (one, at) => {
      const stranger = { ...one, known: false, whitelisted: false, network: 'AS64496' };
      const { ping, vpn } = at.modules;
      const set = {
        ping: { ...ping, active: true, protect_whitelist: true },
        vpn: { ...vpn, active: true, protect_whitelist: true },
      };
      const protecting = { ...at, whitelists: 1, modules: { ...at.modules, ...set } };
      const decision = decide(stranger, protecting, NOW);
      const rule = decision.verdict === 'let-in' ? null : decision.because.rule;
      expect(['ping', 'vpn']).not.toContain(rule);
    }),
  );
});
