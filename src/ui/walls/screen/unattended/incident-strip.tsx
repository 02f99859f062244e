import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isLoud, type Incident } from '../../../../domain/walls/incidents.ts';
import { useSignalValue } from '../../../data/use-signal.ts';
import { useLocale } from '../../../parts/locale.ts';
import { formatDuration } from '../../../text/format.ts';
import type { Locale } from '../../../text/locale.ts';
import type { WallWatch } from './wall-watch.ts';

interface IncidentProps {
  readonly watch: WallWatch<unknown>;
  readonly nameOf: (serverId: string) => string;
}

/** What is wrong, across the whole screen: the newest first, large while it is young. */
export function IncidentStrip({ watch, nameOf }: IncidentProps) {
  const { open } = useSignalValue(watch.incidents);
  return open.length === 0 ? null : <OpenIncidents watch={watch} nameOf={nameOf} />;
}

function OpenIncidents({ watch, nameOf }: IncidentProps) {
  const { t } = useTranslation('unattended');
  const { open } = useSignalValue(watch.incidents);
  const now = useSignalValue(watch.now);
  const [first, ...rest] = open;
  if (first === undefined) return null;
  const others = rest.filter(({ mended_at }) => mended_at === null);
  const loud = open.some((incident) => isLoud(incident, now));
  return (
    <div className="wall-incidents" data-loud={loud} role="alert" aria-atomic="false">
      <TriangleAlert aria-hidden="true" />
      <p>
        <strong>{nameOf(first.server_id)}</strong> <What incident={first} now={now} />
      </p>
      {others.length === 0 ? null : (
        <p className="wall-incidents-more">
          {t('also', {
            names: others
              .slice(0, 3)
              .map((one) => nameOf(one.server_id))
              .join(', '),
          })}
          {others.length > 3 ? ` ${t('more', { count: others.length - 3 })}` : null}
        </p>
      )}
    </div>
  );
}

function What({ incident, now }: { readonly incident: Incident; readonly now: number }) {
  const { t } = useTranslation('unattended');
  const locale = useLocale();
  const time = <Since locale={locale} seconds={(now - incident.since) / 1_000} />;
  if (incident.mended_at !== null) return <>{t(`mended.${incident.kind}`)}</>;
  if (incident.kind === 'queue') return <>{t('queue', { count: incident.size })}</>;
  return (
    <>
      {t('down')} {time}
    </>
  );
}

/** How long it has lasted; not announced each time that it changes. */
function Since({ locale, seconds }: { readonly locale: Locale; readonly seconds: number }) {
  const shown = seconds < 60 ? Math.floor(seconds / 10) * 10 : seconds;
  return (
    <span className="numeric" aria-live="off">
      {formatDuration(shown, locale)}
    </span>
  );
}
