import { signal } from '@preact/signals-react';
import type { PlayerView } from '../../domain/queries.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';

/** What can be asked about a player who is there, with words to it. */
export const PLAYER_QUESTION = {
  message: SERVER_ACTION.MESSAGE_PRIVATE,
  kick: SERVER_ACTION.SERVER_KICK,
} as const;

/** What somebody is about to do with a player, and still has to say the words for. */
export interface PlayerQuestion {
  readonly what: keyof typeof PLAYER_QUESTION;
  readonly player: Pick<PlayerView, 'id' | 'name' | 'muster_id'>;
}

export interface AskedPlayer extends PlayerQuestion {
  readonly serverId: string;
}

/** What is being asked, from a list, a card or the palette: one question at a time, over whatever page. */
export const playerQuestion = signal<AskedPlayer | null>(null);
