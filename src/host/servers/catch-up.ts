import { bounded } from '../connectors/bounded.ts';
import type { GameFact, SeenPlayer } from '../connectors/contract.ts';
import { seenOf } from '../game-logs/identified.ts';
import type { OpenSession } from '../players/play-session.ts';
import type { LeftOut } from './backlog.ts';

/**
 * What is told at `at` in place of what was left out: how the server is now, a gap where the feed lacks
 * something, and who has come, gone and changed, by the `roster` of the connector; null where there is none any more.
 */
export function catchUp(
  leftOut: LeftOut,
  sessions: ReadonlyMap<string, OpenSession>,
  roster: readonly SeenPlayer[] | null,
  at: number,
): readonly GameFact[] {
  const { count, said, holding, people } = leftOut;
  const text = `[Muster] The database took nothing for so long that ${count} things that this server told were left out.`;
  return [
    ...(people && roster !== null ? moves(sessions, roster, at) : []),
    ...holding,
    ...(said === null ? [] : [{ at, kind: 'gap', from: said.from, to: said.to } as const]),
    { at, kind: 'console', direction: 'in', text },
  ];
}

function moves(
  sessions: ReadonlyMap<string, OpenSession>,
  roster: readonly SeenPlayer[],
  at: number,
): readonly GameFact[] {
  const here = new Set(roster.map(({ key }) => key));
  const gone = [...sessions].filter(([key]) => !here.has(key));
  return [
    ...gone.map(([key, session]): GameFact => {
      return { at, kind: 'leave', player: seenOf(key, session), seen: 'resync' };
    }),
    ...roster.map((player): GameFact => {
      return sessions.has(player.key)
        ? bounded({ at, kind: 'player-changed', player })
        : bounded({ at, kind: 'join', player, seen: 'resync' });
    }),
  ];
}
