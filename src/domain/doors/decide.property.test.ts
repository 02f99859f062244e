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
const STEAM = '76561190000000001';

const list = (until: number | null) => ({
  id: 'l',
  identifier: 'Watch',
  primary: true,
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
const isSlow = ({ pings, whitelisted }: Visitor, { modules: { ping } }: Door) =>
  ping.active &&
  !(ping.protect_whitelist && whitelisted) &&
  pings.length >= PING_READINGS &&
  Math.min(...pings.slice(pings.length - PING_READINGS)) > ping.max;

const ruleOf = (decision: Decision) =>
  decision.verdict === 'let-in' ? null : decision.because.rule;

it('the first rule of the order that finds somebody is the reason, and nobody else is touched', () => {
  fc.assert(
    fc.property(visitor, door, (one, at) => {
      const rule = ruleOf(decide(one, at, NOW));
      if (isBanned(one, at)) expect(rule).toMatch(/ban$/);
      else if (isUnlisted(one, at)) expect(rule).toBe('whitelist');
      else if (isFromAway(one, at)) expect(rule).toBe('geoblocking');
      else if (matches(one.named, at)) expect(rule).toBe('name-filter');
      else if (isSlow(one, at)) expect(rule).toBe('ping');
      else if (matches(one.said, at)) expect(rule).toBe('chat-filter');
      else expect(rule).toBeNull();
    }),
  );
});

it('a ping over the limit is warned where that is asked for and possible, and kicked while the warning holds', () => {
  fc.assert(
    fc.property(visitor, door, (one, at) => {
      const decision = decide(one, at, NOW);
      if (ruleOf(decision) !== 'ping') return;
      const holds = one.warnedOfPing !== null && one.warnedOfPing > NOW - PING_WARNING_HOLDS;
      const warns = at.modules.ping.warn && at.canWarn && !holds;
      expect(decision.verdict).toBe(warns ? 'warn' : 'kick');
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
