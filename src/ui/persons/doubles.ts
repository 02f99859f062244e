/** Somebody whose profile tests draw, with a name from hell among their names. */
import type { CallAnswer } from '../../worker/contract.ts';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../data/doubles.ts';

export const ANN = 'b'.repeat(24);
export const OTHER = 'c'.repeat(24);
export const NOON = Date.UTC(2026, 0, 1, 12);
export const HELL = `${'W'.repeat(60)} ‮evil‬ Z̸̢̛a̷l̶g̵o 💀`;

export const ok = <T>(value: T) => ({ ok: true as const, value });

export const profile: CallAnswer<'personProfile'> = {
  muster_id: ANN,
  ids: [ANN],
  account: null,
  servers: [
    {
      server_id: SERVER_ID,
      here: null,
      first_seen: { at: NOON - 86_400_000, before: false },
      last_seen: NOON,
      names: [
        { name: 'Ann', last: NOON },
        { name: HELL, last: NOON - 1 },
      ],
      counted: { playtime: 7_200, stays: 3 },
      identities: [{ kind: 'steam_id', value: '76561198054374215', last: NOON }],
    },
  ],
  opens: { sessions: true, traces: true, alternates: true, private: true },
};
export const sessions: CallAnswer<'personSessions'> = {
  sessions: [
    {
      id: 'd'.repeat(24),
      server_id: SERVER_ID,
      muster_id: ANN,
      name: 'Ann',
      joined_at: NOON - 3_600_000,
      joined_before: false,
      until: NOON,
      ended: 'kicked',
      verified: false,
      kick: {
        by: 'admin-kick',
        reason: 'ramming',
        actor: null,
        rule: null,
        banlist: null,
        job: null,
      },
      why: null,
    },
  ],
  next: null,
};
export const statistics: CallAnswer<'personStatistics'> = {
  since: NOON,
  incomplete: false,
  told: ['deaths', 'hits'],
  kills: 12,
  deaths: 5,
  suicides: 1,
  infected_deaths: 2,
  environment_deaths: 1,
  hits_given: 40,
  hits_taken: 33,
  weapons: [
    { weapon: 'Mosin 91/30', kills: 9, hits: 20, longest_kill: 612.4, longest_hit: 700 },
    { weapon: HELL, kills: 2, hits: 1, longest_kill: null, longest_hit: null },
    { weapon: '', kills: 1, hits: 0, longest_kill: null, longest_hit: null },
  ],
  zones: [
    { zone: 'Torso', given: 20, taken: 11 },
    { zone: 'LeftArm', given: 4, taken: 9 },
    { zone: HELL, given: 0, taken: 1 },
  ],
};
export const steam: CallAnswer<'personSteam'> = {
  on: true,
  trouble: null,
  accounts: [
    {
      steam_id: '76561198054374215',
      told: {
        state: 'public',
        at: NOON,
        persona: HELL,
        created_at: Date.UTC(2017, 6, 14, 12),
        vac_bans: 1,
        game_bans: 0,
        community_banned: false,
        days_since_ban: 40,
      },
    },
  ],
};
export const alternates: CallAnswer<'personAlternates'> = {
  alternates: [
    {
      muster_id: OTHER,
      name: HELL,
      last_seen: NOON,
      score: 45,
      evidence: [{ kind: 'same-address', weight: 45, count: 1 }],
    },
  ],
  addresses: true,
};
export function connection() {
  return new FakeConnection()
    .put('account', [accountRow()])
    .put('server', [serverRow()])
    .answer('personProfile', () => ok(profile))
    .answer('personSessions', () => ok(sessions))
    .answer('personAntiCheat', () => ok({ standings: [], kicks: 0 }))
    .answer('personStatistics', () => ok(statistics))
    .answer('personSteam', () => ok(steam))
    .answer('personTraces', () => ok({ traces: [], more: false }))
    .answer('personNotes', () => ok({ notes: [], more: 0 }))
    .answer('personJoins', () => ok({ joins: [] }))
    .answer('personAlternates', () => ok(alternates));
}
