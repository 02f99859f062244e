import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryRow } from '../../../domain/rows.ts';
import {
  COMPARED,
  POPULATION_SPANS,
  type PopulationSpan,
} from '../../../protocol/servers/population.ts';
import { clock } from '../../data/clock.ts';
import { useReplaying } from '../../data/use-view.ts';
import { usePanelsAddress } from '../../panels/use-panels-address.ts';
import { CallError } from '../../parts/call-error.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Select } from '../../parts/select.tsx';
import { chartColumns } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';
import { PopulationChart } from './population-chart.tsx';
import { MarkList } from './mark-list.tsx';
import { useHistory } from './use-history.ts';
import { useMarks } from './use-marks.ts';
import { useServerZone } from './use-server-zone.ts';

const HEIGHT = 144;

/** Population over a span from an hour to 90 days, and what it is compared with. */
export function ChartPanel({
  serverId,
  height = HEIGHT,
}: {
  readonly serverId: string;
  readonly height?: number;
}) {
  const { t } = useTranslation('charts');
  const [{ span, compared: asked }, change] = usePanelsAddress();
  const compared = asked !== null && COMPARED[span].includes(asked) ? asked : null;
  const { row, error, retry } = useHistory(serverId, span);
  const other = useHistory(compared === null ? null : serverId, span, compared ?? undefined);
  return (
    <Panel
      title={t('population')}
      tools={
        <div className="chart-tools">
          <Select
            label={t('spanLabel')}
            labelHidden
            value={span}
            options={POPULATION_SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
            onValue={(value) =>
              change({ span: POPULATION_SPANS.find((one) => one === value) ?? '24h' })
            }
          />
          {COMPARED[span].length === 0 ? null : (
            <Select
              label={t('comparedLabel')}
              labelHidden
              value={compared ?? 'none'}
              options={(['none', ...COMPARED[span]] as const).map((value) => ({
                value,
                label: t(`compared.${value}`),
              }))}
              onValue={(value) =>
                change({ compared: COMPARED[span].find((one) => one === value) ?? null })
              }
            />
          )}
        </div>
      }
    >
      {error === null ? null : <CallError error={error} onRetry={retry} />}
      {other.error === null || error !== null ? null : (
        <CallError error={other.error} onRetry={other.retry} />
      )}
      <Chart
        serverId={serverId}
        span={span}
        history={row}
        compared={other.row}
        failed={error !== null}
        height={height}
      />
    </Panel>
  );
}

function Chart({
  serverId,
  span,
  history,
  compared,
  failed,
  height,
}: {
  readonly serverId: string;
  readonly span: PopulationSpan;
  readonly history: HistoryRow | undefined;
  readonly compared: HistoryRow | undefined;
  readonly failed: boolean;
  readonly height: number;
}) {
  const { t } = useTranslation('charts');
  const replaying = useReplaying();
  const zone = useServerZone(serverId);
  const { marks, more } = useMarks(serverId, span);
  const columns = useMemo(() => {
    if (history === undefined) return null;
    const other = compared === undefined ? null : { history: compared, zone };
    return chartColumns(history, clock.peek(), other);
  }, [history, compared, zone]);
  if (history === undefined || columns === null) {
    if (replaying) return <p className="soft">{t('notRecorded')}</p>;
    return failed ? null : <Loading lines={3} />;
  }
  if (history.points.length === 0) {
    return <p className="soft">{t(replaying ? 'notRecorded' : 'empty')}</p>;
  }
  return (
    <>
      <PopulationChart
        history={history}
        compared={compared?.before ?? null}
        columns={columns}
        marks={marks}
        height={height}
      />
      <div className="chart-twins">
        <ChartTable columns={columns} />
        <MarkList marks={marks} more={more} />
      </div>
    </>
  );
}
