import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { readsBans } from '../../domain/permissions.ts';
import { to } from '../../domain/routes/routes.ts';
import { useResource } from '../data/use-resource.ts';
import { useOne, useReplaying } from '../data/use-view.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { useCall } from '../parts/use-call.ts';
import { usePaced } from '../parts/use-paced.ts';
import { formatMoment } from '../text/format.ts';
import { mayIn } from './known/ban-list.ts';
import { BanStatus } from './known/status.tsx';

/** A list that takes in many bans does not have them asked for more often than this. */
const PACE_MS = 3_000;

/** The bans of somebody, for whoever reads bans of any list. A replay has none: they are of now. */
export function PersonBans({ musterId }: { readonly musterId: string }) {
  const account = useOne({ view: 'account' }).row;
  const replaying = useReplaying();
  return readsBans(account) && !replaying ? <Bans musterId={musterId} /> : null;
}

/** On all lists that the account may read: those in force first. */
function Bans({ musterId }: { readonly musterId: string }) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const { told, rows: lists } = useResource('banLists', null);
  const counts = lists
    .filter((list) => mayIn(list, 'banlist.list'))
    .map(({ id, bans, entries }) => `${id} ${bans} ${entries}`)
    .join();
  const { answer, error, reload } = useCall(
    'personBans',
    told ? { params: { muster_id: musterId } } : null,
    // Somebody is banned, or let in again, here or elsewhere: it is asked again.
    usePaced(counts, PACE_MS),
  );
  return (
    <section className="stack">
      <h3>{t('card.title')}</h3>
      {error !== null ? (
        <CallError error={error} onRetry={reload} />
      ) : answer === null ? (
        <Loading lines={1} />
      ) : answer.bans.length === 0 ? (
        <p className="soft">{t('card.none')}</p>
      ) : (
        <ul>
          {answer.bans.map(({ ban, banlist }) => (
            <li key={ban.id}>
              <BanStatus ban={ban} />{' '}
              <Link href={to.ban(ban.banlist_id, ban.id)}>
                <bdi>{ban.reason}</bdi>
              </Link>{' '}
              <span className="soft">
                {banlist} · {ban.until === null ? t('list.ever') : formatMoment(ban.until, locale)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {answer === null || answer.more === 0 ? null : (
        <p className="soft">{t('card.more', { count: answer.more })}</p>
      )}
    </section>
  );
}
