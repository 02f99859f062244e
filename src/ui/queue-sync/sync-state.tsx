import { useTranslation } from 'react-i18next';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { Status } from '../parts/status.tsx';
import { formatMoment } from '../text/format.ts';

type Sync = RowOf<'queueSync'>;

/** How the file stands, in two words. */
export function SyncMark({ sync: { busy, problem, synced_at } }: { readonly sync: Sync }) {
  const { t } = useTranslation('queueSync');
  if (busy) return <Status tone="unknown">{t('state.busy')}</Status>;
  if (problem !== null) return <Status tone="bad">{t('state.failed')}</Status>;
  return synced_at === null ? (
    <Status tone="warn">{t('state.pending')}</Status>
  ) : (
    <Status tone="good">{t('state.synced')}</Status>
  );
}

/** Who is in the file, or why it was not written and what to do. */
export function SyncState({ sync }: { readonly sync: Sync }) {
  const { t } = useTranslation('queueSync');
  const locale = useLocale();
  const { problem, cause, synced_at, failing_since, next_at, people, left, foreign } = sync;
  const timeOf = (at: number) => formatMoment(at, locale);
  return (
    <div className="stack" role="status">
      {problem === null || cause === null ? null : (
        <Notice tone="warn">
          <p>
            <strong>{t(`problem.${problem}`)}.</strong> {t(`cause.${cause}`)}
          </p>
          {failing_since === null || next_at === null || cause === 'no-bucket' ? null : (
            <p className="soft">
              {t('failing', { time: timeOf(failing_since) })} {t('next', { time: timeOf(next_at) })}
            </p>
          )}
        </Notice>
      )}
      {synced_at === null ? null : (
        <p>
          {t('people', { count: people })} {left === 0 ? null : `${t('left', { count: left })} `}
          {foreign === 0 ? null : `${t('foreign', { count: foreign })} `}
          <span className="soft">
            {t('looked')} <RelativeTime at={synced_at} />.
          </span>
        </p>
      )}
    </div>
  );
}
