import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import type { FeedRow, IntentionRow } from '../rows.ts';
import { COLLISION_MS, collisions, type Plan } from './collision.ts';
import { ASKABLE } from './offered.ts';

const itself = (id: string) => id;
const ME = 'me';
const NOW = 1_000_000;
const people = ['me', 'bea', 'cem'] as const;
const players = [null, 'p1', 'p2'] as const;

const action = fc.constantFrom(...ASKABLE);
const plan: fc.Arbitrary<Plan> = fc.record({
  action,
  player: fc.constantFrom(
    null,
    { id: 'p1', muster_id: 'm1', name: 'Ann' },
    { id: 'p2', muster_id: null, name: 'Bob' },
  ),
});
const playerOf = (id: 'p1' | 'p2' | null) =>
  id === null ? null : { id, muster_id: id === 'p1' ? 'm1' : null, name: id };
const entry: fc.Arbitrary<FeedEntry> = fc.oneof(
  fc.record({
    kind: fc.constant('action' as const),
    actor: fc.constantFrom(...people).map((id) => ({ muster_id: id, display_name: id })),
    action,
    player: fc.constantFrom(...players).map(playerOf),
    text: fc.constant(null),
    outcome: fc.constantFrom('done' as const, 'no-answer' as const, 'failed' as const),
  }),
  fc.constantFrom('p1' as const, 'p2' as const).map((id): FeedEntry => ({
    kind: 'kick',
    player: { id, muster_id: null, name: id },
    by: 'battleye',
    reason: '',
  })),
  fc.constant<FeedEntry>({
    kind: 'rcon-admin',
    admin: 1,
    did: 'message-public',
    to: null,
    text: 'hi',
  }),
);
const at = fc.integer({ min: NOW - 30_000, max: NOW });
const feed: fc.Arbitrary<FeedRow[]> = fc
  .array(fc.record({ at, entry }), { maxLength: 12 })
  .map((rows) =>
    rows.map((row, index) => ({ ...row, id: `s:${index}`, server_id: 's', seq: index })),
  );
const intentions: fc.Arbitrary<IntentionRow[]> = fc
  .array(
    fc.record({
      at,
      action,
      player_id: fc.constantFrom(...players),
      state: fc.constantFrom('pending' as const, 'done' as const, 'failed' as const),
    }),
    { maxLength: 6 },
  )
  .map((rows) =>
    rows.map((row, index) => ({
      ...row,
      id: `i${index}`,
      server_id: 's',
      player_name: null,
      text: null,
      answer: null,
      error: null,
    })),
  );

it('says nothing older than ten seconds, newest first, and each thing once', () => {
  fc.assert(
    fc.property(plan, feed, intentions, (planned, told, asked) => {
      const found = collisions(
        planned,
        { feed: told, intentions: asked, me: ME, who: itself },
        NOW,
      );
      for (const one of found) expect(NOW - one.at).toBeLessThan(COLLISION_MS);
      expect(found.map((one) => one.at)).toEqual(
        found.map((one) => one.at).toSorted((a, b) => b - a),
      );
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    }),
  );
});

it('is never about another player', () => {
  const { MESSAGE_PRIVATE, SERVER_KICK } = SERVER_ACTION;
  fc.assert(
    fc.property(plan, feed, intentions, (planned, told, asked) => {
      const found = collisions(
        planned,
        { feed: told, intentions: asked, me: ME, who: itself },
        NOW,
      );
      for (const { id, did } of found) {
        const row = told.find((one) => one.id === id)?.entry;
        const target =
          row !== undefined && 'player' in row
            ? (row.player?.id ?? null)
            : (asked.find((one) => one.id === id)?.player_id ?? null);
        const personal =
          did.kind === 'kicked' ||
          (did.kind === 'action' && [MESSAGE_PRIVATE, SERVER_KICK].includes(did.action as never));
        if (personal) expect(target).toBe(planned.player?.id);
      }
    }),
  );
});

it('somebody else doing the very same just now is always said, with who it was', () => {
  fc.assert(
    fc.property(plan, feed, fc.integer({ min: 0, max: COLLISION_MS - 1 }), (planned, told, ago) => {
      const same: FeedRow = {
        id: 'same',
        server_id: 's',
        seq: 99,
        at: NOW - ago,
        entry: {
          kind: 'action',
          actor: { muster_id: 'bea', display_name: 'Bea' },
          action: planned.action,
          player: planned.player,
          text: null,
          outcome: 'done',
        },
      };
      const ofPlayer =
        planned.action === SERVER_ACTION.SERVER_KICK ||
        planned.action === SERVER_ACTION.MESSAGE_PRIVATE;
      fc.pre(!ofPlayer || planned.player !== null);
      const found = collisions(
        planned,
        { feed: [...told, same], intentions: [], me: ME, who: itself },
        NOW,
      );
      const [one] = found.filter(({ id }) => id === 'same');
      expect(one).toMatchObject({ by: { display_name: 'Bea' }, own: false, at: NOW - ago });
    }),
  );
});

it('what is told stays told until it is old, and then goes', () => {
  fc.assert(
    fc.property(plan, feed, fc.nat(COLLISION_MS), (planned, told, later) => {
      const known = { feed: told, intentions: [], me: ME, who: itself };
      const then = collisions(planned, known, NOW + later).map(({ id }) => id);
      const now = collisions(planned, known, NOW).filter(
        (one) => NOW + later - one.at < COLLISION_MS,
      );
      expect(then).toEqual(now.map(({ id }) => id));
    }),
  );
});

it('an own action that is under way in any tab is said; one that ended is the feed’s to tell', () => {
  const base = {
    id: 'i',
    server_id: 's',
    action: SERVER_ACTION.SERVER_RESTART,
    player_id: null,
    player_name: null,
    text: null,
    at: NOW - 1_000,
    answer: null,
    error: null,
  };
  const ask = (state: IntentionRow['state']) =>
    collisions(
      { action: SERVER_ACTION.SERVER_RESTART, player: null },
      { feed: [], intentions: [{ ...base, state }], me: ME, who: itself },
      NOW,
    );
  expect(ask('pending')).toMatchObject([{ own: true, did: { state: 'pending' } }]);
  expect(ask('done')).toEqual([]);
});

it('a line that an admin tells everybody by RCon collides with what is told everybody, and nothing else', () => {
  const entry = { kind: 'rcon-admin', admin: 1, to: null, text: 'hi' } as const;
  const told = (did: 'message-public' | 'message-private'): FeedRow => ({
    id: did,
    server_id: 's',
    seq: 1,
    at: NOW,
    entry: { ...entry, did },
  });
  const known = {
    feed: [told('message-public'), told('message-private')],
    intentions: [],
    me: ME,
    who: itself,
  };
  const found = (planned: Plan['action']) =>
    collisions({ action: planned, player: null }, known, NOW);
  expect(found(SERVER_ACTION.MESSAGE_PUBLIC)).toEqual([
    { id: 'message-public', at: NOW, by: null, own: false, did: { kind: 'said' } },
  ]);
  expect(found(SERVER_ACTION.SERVER_LOCK)).toEqual([]);
});

it('somebody who came back under another number is the same player by their account', () => {
  const entry: FeedEntry = {
    kind: 'action',
    actor: { muster_id: 'bea', display_name: 'Bea' },
    action: SERVER_ACTION.SERVER_KICK,
    player: { id: 'before', muster_id: 'm1', name: 'Ann' },
    text: null,
    outcome: 'done',
  };
  const told: FeedRow = { id: 's:1', server_id: 's', seq: 1, at: NOW, entry };
  const known = { feed: [told], intentions: [], me: ME, who: itself };
  const of = (player: Plan['player']) =>
    collisions({ action: SERVER_ACTION.SERVER_KICK, player }, known, NOW).length;
  expect(of({ id: 'p1', muster_id: 'm1', name: 'Ann' })).toBe(1);
  expect(of({ id: 'p1', muster_id: 'm2', name: 'Ann' })).toBe(0);
  expect(of({ id: 'p1', muster_id: null, name: 'Ann' })).toBe(0);
  const joined = { ...known, who: () => 'm1' };
  const kick = {
    action: SERVER_ACTION.SERVER_KICK,
    player: { id: 'p1', muster_id: 'm2', name: '' },
  };
  expect(collisions(kick, joined, NOW).length).toBe(1);
});
