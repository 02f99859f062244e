import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryRow } from '../../domain/rows.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { Loading } from '../frame/loading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Select } from '../parts/select.tsx';
import { PopulationChart } from './population-chart.tsx';

const SPANS = ['24h', '7d', '90d'] as const;
const REFRESH_MS = 60_000;

/** Population over the last 24 hours, or 7 or 90 days. */
export function ChartPanel({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('serverDashboard');
  const commands = useCommands();
  const [span, setSpan] = useState<HistoryRow['span']>('24h');
  const { row } = useOne({ view: 'history', server_id: serverId, span });
  useEffect(() => {
    const fetch = () => void commands.history(serverId, span);
    fetch();
    const timer = setInterval(fetch, REFRESH_MS);
    return () => clearInterval(timer);
  }, [commands, serverId, span]);
  return (
    <Panel
      title={t('chart.title')}
      tools={
        <Select
          label={t('chart.spanLabel')}
          labelHidden
          value={span}
          options={SPANS.map((value) => ({ value, label: t(`chart.span.${value}`) }))}
          onValue={(value) => setSpan(SPANS.find((one) => one === value) ?? '24h')}
        />
      }
    >
      {row === undefined ? (
        <Loading lines={3} />
      ) : row.points.length === 0 ? (
        <p className="soft">{t('chart.empty')}</p>
      ) : (
        <PopulationChart history={row} />
      )}
    </Panel>
  );
}
