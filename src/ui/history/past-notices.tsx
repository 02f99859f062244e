import { useTranslation } from 'react-i18next';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { PlayerName } from '../parts/players/player-name.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { formatList, formatMomentIn } from '../text/format.ts';
import type { OpenPast } from './use-past.ts';

/** So many are named. */
const NAMED = 12;

/** What is no longer kept of a moment, and what nobody knows of it. */
export function PastNotices({
  serverId,
  past: { kept, unsure },
  at,
  added,
  timezone,
}: {
  readonly serverId: string;
  readonly past: Pick<OpenPast, 'kept' | 'unsure'>;
  readonly at: number;
  /** When the server was added. */
  readonly added: number;
  readonly timezone: string;
}) {
  const { t } = useTranslation('past');
  const locale = useLocale();
  const since = (moment: number) => ({ since: formatMomentIn(moment, locale, timezone) });
  if (at < added) return <Notice tone="warn">{t('notYet', since(added))}</Notice>;
  if (at < kept.sessions) {
    return <Notice tone="warn">{t('nothingKept', since(kept.sessions))}</Notice>;
  }
  const now = unsure.filter(({ from, to }) => at >= from && (to === null || at < to));
  const named = now
    .slice(0, NAMED)
    .map(
      ({ id, name }) =>
        [id, <PlayerName key={id} {...{ serverId, id, name }} muster_id={null} />] as const,
    );
  const rest = now.length - named.length;
  return (
    <>
      {kept.feed !== null && at < kept.feed ? (
        <Notice tone="warn">{t('feedGone', since(kept.feed))}</Notice>
      ) : kept.console !== null && at < kept.console ? (
        <Notice slim>{t('consoleGone', since(kept.console))}</Notice>
      ) : null}
      {now.length === 0 ? null : (
        <Notice tone="warn">
          <Sentence
            parts={Object.fromEntries(named)}
            text={(marks) => {
              const names = Object.values(marks);
              const all = rest === 0 ? names : [...names, t('more', { count: rest })];
              return t('unsure', { count: now.length, names: formatList(all, 'unit', locale) });
            }}
          />
        </Notice>
      )}
    </>
  );
}
