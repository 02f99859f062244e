import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandError } from '../../../worker/contract.ts';
import { useCommands, useOne, useReplaying } from '../../data/use-view.ts';
import { usePanelsAddress } from '../../panels/use-panels-address.ts';
import { SPANS } from '../../parts/addresses/panels.ts';
import { CallError } from '../../parts/call-error.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Select } from '../../parts/select.tsx';
import { ChartTable } from './chart-table.tsx';
import { PopulationChart } from './population-chart.tsx';

const REFRESH_MS = 60_000;

/** Population over the last 24 hours, or 7 or 90 days. */
export function ChartPanel({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('serverDashboard');
  const commands = useCommands();
  const [{ span }, change] = usePanelsAddress();
  const replaying = useReplaying();
  const [error, setError] = useState<CommandError | null>(null);
  const [round, setRound] = useState(0);
  const { row } = useOne({ view: 'history', server_id: serverId, span });
  useEffect(() => {
    let wanted = true;
    const ask = async () => {
      const outcome = await commands.history(serverId, span);
      if (wanted) setError(outcome.ok ? null : outcome.error);
    };
    void ask();
    const timer = setInterval(() => void ask(), REFRESH_MS);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [commands, serverId, span, round]);
  return (
    <Panel
      title={t('chart.title')}
      tools={
        <Select
          label={t('chart.spanLabel')}
          labelHidden
          value={span}
          options={SPANS.map((value) => ({ value, label: t(`chart.span.${value}`) }))}
          onValue={(value) => change({ span: SPANS.find((one) => one === value) ?? '24h' })}
        />
      }
    >
      {error === null ? null : (
        <CallError error={error} onRetry={() => setRound((count) => count + 1)} />
      )}
      {row === undefined ? (
        replaying ? (
          <p className="soft">{t('notRecorded')}</p>
        ) : error === null ? (
          <Loading lines={3} />
        ) : null
      ) : row.points.length === 0 ? (
        <p className="soft">{t(replaying ? 'notRecorded' : 'chart.empty')}</p>
      ) : (
        <>
          <PopulationChart history={row} />
          <ChartTable history={row} />
        </>
      )}
    </Panel>
  );
}
