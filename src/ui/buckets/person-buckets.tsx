import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { useResource } from '../data/use-resource.ts';
import { useOne, useReplaying } from '../data/use-view.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { useCall } from '../parts/use-call.ts';
import { usePaced } from '../parts/use-paced.ts';
import { mayIn } from '../entries/bucket.ts';
import { formatMoment } from '../text/format.ts';

const ACCOUNT = ['buckets'] as const;
/** A bucket that takes in many does not have them asked for more often than this. */
const PACE_MS = 3_000;

/** The buckets that somebody is in, for whoever may see entries of any. A replay has none: they are of now. */
export function PersonBuckets({ musterId }: { readonly musterId: string }) {
  const buckets = useOne({ view: 'account' }, ACCOUNT).row?.buckets ?? {};
  const replaying = useReplaying();
  const sees = Object.values(buckets).some((held) => held.includes('bucket.view'));
  return sees && !replaying ? <InBuckets musterId={musterId} /> : null;
}

function InBuckets({ musterId }: { readonly musterId: string }) {
  const { t } = useTranslation('buckets');
  const locale = useLocale();
  const { told, rows: buckets } = useResource('buckets', null);
  const counts = buckets
    .filter((bucket) => mayIn(bucket, 'bucket.view'))
    .map(({ id, entries }) => `${id} ${entries}`)
    .join();
  const { answer, error, reload } = useCall(
    'personBuckets',
    told ? { params: { muster_id: musterId } } : null,
    // Somebody is in another one now, or in one less: it is asked again.
    usePaced(counts, PACE_MS),
  );
  return (
    <section className="stack">
      <h3>{t('title')}</h3>
      {error !== null ? (
        <CallError error={error} onRetry={reload} />
      ) : answer === null ? (
        <Loading lines={1} />
      ) : answer.entries.length === 0 ? (
        <p className="soft">{t('person.none')}</p>
      ) : (
        <ul>
          {answer.entries.map(
            ({ entry: { id, bucket_id, comment, until }, bucket, type, ...one }) => (
              <li key={id}>
                <Link href={to.bucket(bucket_id)}>
                  <bdi>{bucket}</bdi>
                </Link>{' '}
                <span className="soft">
                  {t(`type.${type}`)} ·{' '}
                  {until === null ? t('entries.ever') : formatMoment(until, locale)}
                </span>
                {one.in_force ? null : <span className="tag">{t('entries.over')}</span>}
                {comment === '' ? null : <bdi className="soft"> {comment}</bdi>}
              </li>
            ),
          )}
        </ul>
      )}
      {answer === null || answer.more === 0 ? null : (
        <p className="soft">{t('person.more', { count: answer.more })}</p>
      )}
    </section>
  );
}
