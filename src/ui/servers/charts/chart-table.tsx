import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../parts/locale.ts';
import { formatCount, formatMoment } from '../../text/format.ts';
import { chartRows, type ChartColumns } from './chart-data.ts';

/** The chart as a table, for those who read it or do not see it. */
export function ChartTable({ columns }: { readonly columns: ChartColumns }) {
  const { t } = useTranslation('charts');
  const [open, setOpen] = useState(false);
  return (
    <details className="chart-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('table')}</summary>
      {open ? <Rows columns={columns} /> : null}
    </details>
  );
}

function Rows({ columns }: { readonly columns: ChartColumns }) {
  const { t } = useTranslation('charts');
  const locale = useLocale();
  const compared = columns.before.length > 0;
  return (
    <div className="chart-table" tabIndex={0} role="group" aria-label={t('table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('from')}</th>
            <th scope="col">{t('fewest')}</th>
            <th scope="col">{t('most')}</th>
            {compared ? <th scope="col">{t('mostBefore')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {chartRows(columns).map(({ at, min, max, before }) => (
            <tr key={at}>
              <th scope="row">{formatMoment(at, locale)}</th>
              <td className="numeric">{formatCount(min, locale)}</td>
              <td className="numeric">{formatCount(max, locale)}</td>
              {compared ? (
                <td className="numeric">{before === null ? '–' : formatCount(before, locale)}</td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
