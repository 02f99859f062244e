import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryRow } from '../../../domain/rows.ts';
import { useLocale } from '../../parts/locale.ts';
import { formatCount, formatMoment } from '../../text/format.ts';
import { chartRows } from './chart-data.ts';

/** The chart as a table, for those who read it or do not see it. */
export function ChartTable({ history }: { readonly history: HistoryRow }) {
  const { t } = useTranslation('serverDashboard');
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('chart.table')}</summary>
      {open ? <Rows history={history} /> : null}
    </details>
  );
}

function Rows({ history }: { readonly history: HistoryRow }) {
  const { t } = useTranslation('serverDashboard');
  const locale = useLocale();
  return (
    <div className="chart-table" tabIndex={0} role="group" aria-label={t('chart.table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('chart.from')}</th>
            <th scope="col">{t('chart.fewest')}</th>
            <th scope="col">{t('chart.most')}</th>
          </tr>
        </thead>
        <tbody>
          {chartRows(history).map(({ at, min, max }) => (
            <tr key={at}>
              <th scope="row">{formatMoment(at, locale)}</th>
              <td className="numeric">{formatCount(min, locale)}</td>
              <td className="numeric">{formatCount(max, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
