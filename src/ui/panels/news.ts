import type { FeedRow } from '../../domain/rows.ts';

export const NEWS = ['join', 'leave', 'chat', 'kick', 'death', 'other'] as const;
export type News = Readonly<Record<(typeof NEWS)[number], number>>;

/** How much happened after the entry `seq`, by what people listen for. */
export function newsSince(rows: readonly FeedRow[], seq: number): News {
  const news = { join: 0, leave: 0, chat: 0, kick: 0, death: 0, other: 0 };
  for (const { seq: at, entry } of rows) {
    if (at <= seq) continue;
    const kind = NEWS.find((one) => one === entry.kind) ?? 'other';
    news[kind] += 1;
  }
  return news;
}
