import { signal } from '@preact/signals-react';
import type { FeedPlayer } from '../../domain/feed/same-player.ts';

/** Whom somebody is about to ban, and on which server they were seen. */
export interface AskedBan {
  readonly serverId: string;
  readonly player: FeedPlayer;
}

/** What is being asked, from a list, a card or the palette: one question at a time, over whatever page. */
export const banQuestion = signal<AskedBan | null>(null);
