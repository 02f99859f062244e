import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALLS } from '../../protocol/calls.ts';
import { scenarios } from '../../testing/scenario.ts';
import { followingEvents, openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { entriesOf } from '../feed/entries.ts';
import { fold } from '../fold.ts';
import { applyChanges, createRows, type Rows } from '../state.ts';
import { answerOf } from './answers.ts';

const RUNS = { numRuns: 40 };
const NOW = 1_800_000_000_000;

/** What a recording answers, as its portal reads it. */
function asked<N extends keyof typeof CALLS>(
  rows: Rows,
  name: N,
  { server_id = '', ...query }: Readonly<Record<string, string>> = {},
) {
  const answer = CALLS[name].answer.parse(answerOf(rows, name, { server_id }, query, NOW));
  return answer as ReturnType<(typeof CALLS)[N]['answer']['parse']>;
}

describe('a recording answers', () => {
  it('with the newest entries before a position, and whether there are older ones', () => {
    fc.assert(
      fc.property(scenarios, fc.integer({ min: 1, max: 4 }), ({ events }, limit) => {
        const rows = createRows();
        fold(rows, events);
        for (const server_id of rows.servers.keys()) {
          const all = entriesOf(rows, 'feed', server_id).map(({ seq }) => seq);
          const read: number[] = [];
          for (let more = true, before = Infinity; more; before = read[0] ?? 0) {
            const query = before === Infinity ? {} : { before: String(before) };
            const page = asked(rows, 'feedPage', { server_id, limit: String(limit), ...query });
            expect(page.entries.length).toBeLessThanOrEqual(limit);
            read.unshift(...page.entries.map(({ seq }) => seq));
            ({ more } = page);
            expect(more).toBe(read.length < all.length);
          }
          expect(read).toEqual(all);
        }
      }),
      RUNS,
    );
  });

  it('with the notes of a server, at the position of their stream', () => {
    const world = new World(NOW);
    const server = world.addServer('Alpha', 40);
    const rows = createRows();
    fold(rows, openingEvents(world));
    fold(rows, followingEvents(world, server, ['notes']));
    const note = {
      id: 'c'.repeat(24),
      server_id: server.id,
      player_id: 'b'.repeat(24),
      player_name: 'Ann',
      comment: 'Builds towers.',
      issuer_id: 'd'.repeat(24),
      issuer_name: 'Bob',
      created: NOW,
      edited: null,
    };
    fold(rows, [{ source: 'realtime', ...world.put(server, 'notes', note) }]);
    expect(asked(rows, 'notesPage', { server_id: server.id })).toEqual({
      position: 1,
      rows: [note],
      total: 1,
      about: false,
      next: null,
    });
  });

  it('with the servers that are asked for, and who plays on each of them', () => {
    fc.assert(
      fc.property(scenarios, fc.nat(), ({ events }, which) => {
        const rows = createRows();
        fold(rows, events);
        const ids = [...rows.servers.keys()].sort();
        const all = asked(rows, 'serversList').servers;
        expect(all.map(({ id }) => id)).toEqual(ids);
        for (const { id, players } of all) {
          expect(players.map((player) => player.id).sort()).toEqual(
            [...(rows.owned.players.get(id) ?? [])].sort(),
          );
        }
        const one = ids[which % Math.max(1, ids.length)] ?? '0'.repeat(24);
        const some = asked(rows, 'serversList', { ids: `${one},${'f'.repeat(24)}` }).servers;
        expect(some).toEqual(all.filter(({ id }) => id === one));
      }),
      RUNS,
    );
  });

  it('who is looking: whoever it is of, who may see what they saw and do nothing', () => {
    fc.assert(
      fc.property(scenarios, ({ events }) => {
        const rows = createRows();
        fold(rows, events);
        const session = asked(rows, 'session');
        const account = rows.account.get('me');
        expect(session.muster_id).toBe(account?.muster_id);
        expect(session.capabilities).toEqual([]);
        expect(Object.keys(session.servers).sort()).toEqual([...rows.servers.keys()].sort());
        for (const [id, permissions] of Object.entries(session.servers)) {
          const could = account?.servers[id];
          const seeing = permissions.filter((name) => /^server\.(?:view|[\w-]+\.view$)/.test(name));
          expect(permissions).toEqual(seeing);
          if (could !== undefined) expect(could).toEqual(expect.arrayContaining(permissions));
        }
        expect(session.expires_at).toBeGreaterThan(NOW);
      }),
      RUNS,
    );
  });

  it('with the history of players that is held, and with none where none is', () => {
    const rows = createRows();
    const server_id = 'a'.repeat(24);
    const none = { span: '24h', step: 60, points: [] };
    expect(asked(rows, 'serverPopulation', { server_id })).toEqual(none);
    const points = [{ at: NOW, players: 3, slots: 10, queue: null }];
    const after = { id: `${server_id}:7d`, server_id, span: '7d', step: 600, points } as never;
    applyChanges(rows, [{ table: 'history', id: `${server_id}:7d`, before: undefined, after }]);
    expect(answerOf(rows, 'serverPopulation', { server_id }, { span: '7d' }, NOW)).toEqual({
      span: '7d',
      step: 600,
      points,
    });
  });

  it('nothing that would change something', () => {
    const changing = Object.entries(CALLS).filter(([, { method }]) => method === 'POST');
    for (const [name] of changing) expect(answerOf(createRows(), name, {}, {}, NOW)).toBeNull();
  });
});
