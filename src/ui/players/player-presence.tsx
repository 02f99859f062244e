import { useTranslation } from 'react-i18next';
import { isFollowed, type ServerStanding } from '../../domain/servers/status.ts';
import { useTextOfNow } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { useLocale } from '../parts/locale.ts';
import { useAsOf } from '../parts/players/as-of.ts';
import { Status } from '../parts/status.tsx';
import { formatCount, formatDuration, formatTime } from '../text/format.ts';
import type { Person } from './use-person.ts';

/** Whether somebody is on the server, and since when; as of when, where nobody hears of it now. */
export function PlayerPresence({
  person: { here, ready, profile },
  server,
}: {
  readonly person: Person;
  readonly server: ServerStanding;
}) {
  const { t } = useTranslation(['players', 'serverDashboard', 'frame']);
  const locale = useLocale();
  const asOf = useAsOf(server);
  const left = profile.answer?.last_seen ?? null;
  const text = useTextOfNow((now) => {
    if (here !== undefined) {
      // Of somebody who may have gone no time goes on.
      const time = formatDuration(((asOf ?? hostTime(now)) - here.joined_at) / 1_000, locale);
      return t('here', {
        time: here.joined_before ? t('players.before', { ns: 'serverDashboard', time }) : time,
      });
    }
    if (left === null) return t('away');
    return t('left', { ago: formatDuration((hostTime(now) - left) / 1_000, locale) });
  });
  if (asOf !== null) {
    const at = formatTime(asOf, locale);
    return (
      <>
        <Status tone="warn">
          {isFollowed(server.state) ? t('lostSince', { ns: 'frame', time: at }) : t('unclear')}
        </Status>{' '}
        {here === undefined ? null : (
          <span className="numeric">
            {t('players.asOf', { ns: 'serverDashboard', time: at })}: {text}
          </span>
        )}
      </>
    );
  }
  if (!ready) return null;
  return (
    <>
      <Status tone={here === undefined ? 'unknown' : 'good'}>{text}</Status>
      {here === undefined || here.ping === null ? null : (
        <span className="numeric"> {t('ping', { ping: formatCount(here.ping, locale) })}</span>
      )}
      {here?.lobby === true ? <span className="tag">{t('lobby')}</span> : null}
      {here?.verified === false ? <span className="tag">{t('unverified')}</span> : null}
    </>
  );
}
