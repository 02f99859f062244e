import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedRow } from '../../domain/rows.ts';
import { useLocale } from '../parts/locale.ts';
import { formatList } from '../text/format.ts';

/** A busy server must not talk without a pause. */
const EVERY_MS = 15_000;

/** Tells those who do not see the feed how much happened, at most four times a minute. */
export function FeedAnnouncement({ rows }: { readonly rows: readonly FeedRow[] }) {
  const { t } = useTranslation('serverDashboard');
  const locale = useLocale();
  const [said, setSaid] = useState('');
  const newest = useRef(rows);
  useEffect(() => {
    newest.current = rows;
  }, [rows]);
  useEffect(() => {
    let told = newest.current.at(-1)?.seq ?? null;
    const timer = setInterval(() => {
      const last = newest.current.at(-1)?.seq ?? null;
      // What is there when a feed is opened is no news.
      const news = told === null ? null : newsSince(newest.current, told);
      told = last;
      if (news === null) return;
      const parts = NEWS.filter((kind) => news[kind] > 0).map((kind) =>
        t(`feed.news.${kind}`, { count: news[kind] }),
      );
      setSaid(formatList(parts, 'unit', locale));
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [locale, t]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}

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
