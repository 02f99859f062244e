import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { useCall } from '../parts/use-call.ts';
import { formatMoment } from '../text/format.ts';
import { BanStatus } from './known/status.tsx';

/** The bans of somebody on all lists that the account may read: those in force first. */
export function PersonBans({ musterId }: { readonly musterId: string }) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const { answer, error, reload } = useCall('personBans', { params: { muster_id: musterId } });
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
