import { computed } from '@preact/signals-react';
import { CalendarX, CircleHelp, Users } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../../domain/rows.ts';
import { serverAlerts, type ServerAlert } from '../../../domain/servers/alerts.ts';
import { clock } from '../../data/clock.ts';
import { hostTime } from '../../data/host-clock.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useShown } from '../../data/use-view.ts';
import { formatCount } from '../../text/format.ts';
import type { CellProps } from './cell-props.ts';

const ICON = { silent: CircleHelp, queue: Users, overdue: CalendarX } as const;
type Marked = keyof typeof ICON;

const queuedOf = ({ population }: ServerRow) => population.queue?.size ?? 0;
const isMarked = (alert: ServerAlert): alert is Marked => alert !== 'down';

/** What of a server is to be looked at, by shape and word. One that is down says so by its whole row. */
export function AlertMark({ server, connection, locale }: CellProps) {
  const told = useSignalValue(
    useMemo(
      () =>
        computed(() => {
          const row = server.value;
          const all = row === undefined ? [] : serverAlerts(row, hostTime(clock.value));
          return all.filter(isMarked).join();
        }),
      [server],
    ),
  );
  // Of a lost connection the page says so once: every figure is old then.
  if (told === '' || connection !== 'live') return null;
  return told
    .split(',')
    .map((alert) => <Mark key={alert} alert={alert as Marked} server={server} locale={locale} />);
}

function Mark({
  alert,
  server,
  locale,
}: Pick<CellProps, 'server' | 'locale'> & { readonly alert: Marked }) {
  const { t } = useTranslation('dashboard');
  const count = useSignalValue(useShown(server, queuedOf)) ?? 0;
  const Icon = ICON[alert];
  const text = t(`alert.${alert}`, { count, shown: formatCount(count, locale) });
  return (
    <span className="alert-mark" title={text}>
      <Icon className="icon" />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
