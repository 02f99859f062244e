import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../../domain/rows.ts';
import { isRestartNear } from '../../../domain/servers/next-restart.ts';
import { useTextOfNow } from '../../data/clock.ts';
import { hostTime } from '../../data/host-clock.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useRow, useShown } from '../../data/use-view.ts';
import { Uptime } from '../../parts/uptime.tsx';
import { formatMoment } from '../../text/format.ts';
import { leftText } from '../../text/restart-text.ts';
import type { CellProps } from './cells.tsx';
import { Nothing } from './nothing.tsx';

/** What of a server an uptime is made of. */
const UPTIME = ['environment', 'state'] as const;

const restartOf = ({ environment }: ServerRow) => environment.next_restart.local;

/** How long it is until the next restart that is planned; its moment on hover. */
export function NextRestart({ server, locale }: CellProps) {
  const { t } = useTranslation('server');
  const local = useSignalValue(useShown(server, restartOf)) ?? null;
  const at = local === null ? Number.NaN : Date.parse(local);
  const left = useTextOfNow((now) => leftText(at - hostTime(now), locale, t));
  const near = useTextOfNow((now) => String(isRestartNear(at - hostTime(now))));
  if (local === null || Number.isNaN(at)) return <Nothing text={t('restart.none')} />;
  return (
    <time
      className="next-restart numeric"
      data-near={near}
      dateTime={local}
      title={formatMoment(at, locale)}
    >
      {left}
    </time>
  );
}

/** For how long a server runs, or has been connected. */
export function UptimeCell({ server, heardUntil, locale }: CellProps) {
  const { t } = useTranslation();
  const row = useRow(server, UPTIME);
  if (row === undefined) return null;
  if (row.environment.uptime === null || row.state.offline) return <Nothing text={t('unknown')} />;
  return <Uptime server={row} heardUntil={heardUntil} locale={locale} />;
}
