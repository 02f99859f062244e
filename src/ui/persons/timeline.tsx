import { useTranslation } from 'react-i18next';
import { useMinute } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { useLocale } from '../parts/locale.ts';
import { formatShortDay, formatTime } from '../text/format.ts';
import { ServerName } from '../parts/server-name.tsx';
import type { Session } from './session.ts';

/** A lane for each of so many servers, those where they were last. */
const LANES = 12;
const DAY = 86_400_000;
/** Thinner bars could not be seen. */
const LEAST_PERCENT = 0.4;

/** Stays as bars, a lane for each server. The table below it says the same in words. */
export function Timeline({ sessions }: { readonly sessions: readonly Session[] }) {
  const { t } = useTranslation('persons');
  const locale = useLocale();
  const now = hostTime(useMinute());
  const from = Math.min(...sessions.map(({ joined_at }) => joined_at));
  const span = Math.max(1, now - from);
  const servers = [...new Set(sessions.map(({ server_id }) => server_id))].slice(0, LANES);
  const place = ({ joined_at, until, ended }: Session) => {
    const end = ended === 'here' ? now : (until ?? joined_at);
    const left = ((joined_at - from) / span) * 100;
    const width = Math.max(LEAST_PERCENT, ((end - joined_at) / span) * 100);
    return { left: `${Math.min(left, 100 - LEAST_PERCENT)}%`, width: `${width}%` };
  };
  const at = (moment: number) =>
    span < DAY ? formatTime(moment, locale) : formatShortDay(moment, locale);
  return (
    <div className="person-timeline" role="img" aria-label={t('sessions.timeline')}>
      {servers.map((server) => (
        <div key={server} className="person-lane">
          <span className="person-lane-name">
            <ServerName id={server} />
          </span>
          <span className="person-track">
            {sessions
              .filter(({ server_id }) => server_id === server)
              .map((session) => (
                <span
                  key={session.id}
                  className="person-bar"
                  data-ended={session.ended}
                  style={place(session)}
                />
              ))}
          </span>
        </div>
      ))}
      <div className="person-lane soft numeric">
        <span className="person-lane-name" />
        <span className="person-scale">
          <span>{at(from)}</span>
          <span>{at(now)}</span>
        </span>
      </div>
    </div>
  );
}
