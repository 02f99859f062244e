import { signal } from '@preact/signals-react';
import type { FeedPlayer } from '../../domain/feed/same-player.ts';

/** Whom somebody is about to put into a bucket, and on which server they were seen. */
export interface AskedEntry {
  readonly serverId: string;
  readonly player: FeedPlayer;
}

/** What is being asked at somebody's name: one question at a time, over whatever page. */
export const entryQuestion = signal<AskedEntry | null>(null);
