import { useTranslation } from 'react-i18next';
import { mayRestartEarlier, restartOf } from '../../../domain/servers/next-restart.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useRow, useShown } from '../../data/use-view.ts';
import { NextRestart as Left } from '../../parts/next-restart.tsx';
import { Uptime } from '../../parts/uptime.tsx';
import type { CellProps } from './cell-props.ts';
import { Nothing } from './nothing.tsx';

/** What of a server an uptime is made of. */
const UPTIME = ['environment', 'state'] as const;

/** How long it is until the next restart that is planned; its moment on hover. */
export function NextRestart({ server }: CellProps) {
  const { t } = useTranslation('server');
  const local = useSignalValue(useShown(server, restartOf)) ?? null;
  const earlier = useSignalValue(useShown(server, mayRestartEarlier)) === true;
  if (local === null) return <Nothing text={t('restart.none')} />;
  return <Left local={local} as="left" earlier={earlier} />;
}

/** For how long a server runs, or has been connected. */
export function UptimeCell({ server, heardUntil, locale }: CellProps) {
  const { t } = useTranslation();
  const row = useRow(server, UPTIME);
  if (row === undefined) return null;
  if (row.environment.uptime === null || row.state.offline) return <Nothing text={t('unknown')} />;
  return <Uptime server={row} heardUntil={heardUntil} locale={locale} brief />;
}
