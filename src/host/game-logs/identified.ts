/** What logs tell of those who are on the server now, as facts of the connector's contract. Pure. */
import { bounded } from '../connectors/bounded.ts';
import type { GameFact, SeenPlayer } from '../connectors/contract.ts';
import type { LogIdentities } from '../connectors/logs/identities.ts';
import type { LogEvent } from '../connectors/logs/log-event.ts';
import { playerName, type OpenSession } from '../players/play-session.ts';

type Sessions = ReadonlyMap<string, OpenSession>;

/** The ids of whoever has this name, where only one has it and the log knows something new of them. */
export function identified(
  sessions: Sessions,
  name: string,
  identities: LogIdentities,
  at: number,
): readonly GameFact[] {
  // Without a look at everybody for each of those who come: logs tell of few.
  const one = identities.knows(name) ? onlyOne(sessions, name) : null;
  if (one === null) return [];
  const [key, session] = one;
  const known = identities.of(session);
  if (known === null) return [];
  const { steamId, bohemiaId } = known;
  const isNew =
    (steamId !== null && session.steam_id === null) ||
    (bohemiaId !== null && session.bohemia_id === null);
  if (!isNew) return [];
  return [{ at, kind: 'player-changed', player: { ...seenOf(key, session), steamId, bohemiaId } }];
}

/** Where people were last by these events. */
export function placed(sessions: Sessions, events: readonly LogEvent[]): readonly GameFact[] {
  const last = new Map<string, GameFact>();
  for (const event of events) {
    if (event.kind !== 'seen' || event.position === null) continue;
    const { person, position, at } = event;
    const one = onlyOne(sessions, playerName(person.name));
    if (one === null) continue;
    const [key, session] = one;
    // A moment of an earlier stay, or of another with the name.
    if (at < session.joined_at || session.bohemia_id !== person.bohemiaId) continue;
    if (session.position !== null && session.position.at > at) continue;
    last.set(key, bounded({ at, kind: 'position', player: seenOf(key, session), position }));
  }
  return [...last.values()];
}

/** A play session as a connector would tell of its player. */
export function seenOf(key: string, session: OpenSession): SeenPlayer {
  const { name, guid, verified, lobby, ip, port } = session;
  return {
    key,
    name,
    guid,
    steamId: session.steam_id,
    bohemiaId: session.bohemia_id,
    verified,
    lobby,
    ping: null,
    ip,
    port,
  };
}

function onlyOne(sessions: Sessions, name: string): readonly [string, OpenSession] | null {
  const named = [...sessions].filter(([, session]) => session.name === name);
  const [one] = named;
  return one !== undefined && named.length === 1 ? one : null;
}
