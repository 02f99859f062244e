import type { BattleyeWords } from '../games.ts';
import { legacyGuid } from '../world/player.ts';
import type { WorldEvent } from '../world/world-event.ts';
import * as messages from './messages.ts';

/** The server messages that BattlEye makes of what happened; none for what it does not see. */
export function battleyeLines(words: BattleyeWords, event: WorldEvent): readonly string[] {
  const { player } = event;
  switch (event.kind) {
    case 'connected':
      return [messages.connectedMessage(player, player)];
    case 'identified':
      return [
        messages.guidMessage(player, event.guid, words.beGuid),
        ...(words.legacyGuid && player.steamId !== undefined
          ? [messages.legacyGuidMessage(player, legacyGuid(player.steamId))]
          : []),
      ];
    case 'verified':
      return [messages.verifiedMessage(player, event.guid)];
    case 'kicked':
      return [messages.kickedMessage(player, event.guid, event.why)];
    case 'left':
      return [messages.disconnectedMessage(player)];
    case 'chat':
      return [messages.chatMessage(event.channel, player.name, event.text)];
    case 'spawned':
    case 'died':
    case 'hit':
      return [];
  }
}
