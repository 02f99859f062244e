/** What a server message means for the portal: facts, with the roster brought up to date. */
import type { UntimedFact } from '../facts.ts';
import {
  isOfOneReading,
  parseServerMessage,
  type KnownPlayer,
  type ServerMessage,
} from './messages.ts';
import type { Roster } from './roster.ts';

/** Folds one server message into the roster and answers with the facts that follow from it. */
export function observe(text: string, roster: Roster): readonly UntimedFact[] {
  const known: KnownPlayer[] = roster
    .entries()
    .map(({ slot, player }) => ({ slot, name: player.name }));
  return factsOf(parseServerMessage(text, known), roster, known);
}

function factsOf(
  message: ServerMessage,
  roster: Roster,
  known: readonly KnownPlayer[],
): readonly UntimedFact[] {
  switch (message.kind) {
    case 'connected':
      return roster.connected(message.slot, message.name, message.ip, message.port);
    case 'guid':
      return roster.identified(message.slot, message.name, message.guid);
    case 'verified':
      return roster.verified(message.slot, message.name, message.guid);
    case 'disconnected':
      return roster.disconnected(message.slot, message.name);
    case 'kicked': {
      const { name, guid, reason, by } = message;
      const player = roster.at(message.slot, name);
      return [{ kind: 'kick', player, name, guid: guid ?? player?.guid ?? null, reason, by }];
    }
    case 'chat': {
      const { channel, name, text } = message;
      const player = isOfOneReading(message, known) ? roster.speaker(name) : null;
      return [{ kind: 'chat', channel, player, name, text }];
    }
    case 'admin-login': {
      const { admin, ip } = message;
      return [{ kind: 'admin', admin, did: 'login', to: null, text: '', ip }];
    }
    case 'admin-message': {
      const { admin, to, text } = message;
      const did = to === null ? 'message-public' : 'message-private';
      return [{ kind: 'admin', admin, did, to, text, ip: null }];
    }
    case 'legacy-guid':
    case 'filter-log':
    case 'battleye':
    case 'unexplained':
      return [];
  }
}
