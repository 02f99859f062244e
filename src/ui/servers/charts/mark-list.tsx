import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MARK_KIND, type MarkKind } from '../../../protocol/statistics/calls.ts';
import { useLocale } from '../../parts/locale.ts';
import { formatDuration, formatMoment } from '../../text/format.ts';
import { isFilled, MARK_COLOUR, markPath } from './draw-marks.ts';
import type { Mark } from './marks.ts';

/** The sign of a kind, as the chart has it. */
function MarkSign({ kind }: { readonly kind: MarkKind }) {
  const colour = `var(${MARK_COLOUR[kind]})`;
  return (
    <svg className="mark-sign" viewBox="-6 -6 12 12" aria-hidden="true">
      <path
        d={markPath(kind, 4)}
        fill={isFilled(kind) ? colour : 'none'}
        stroke={isFilled(kind) ? 'none' : colour}
        strokeWidth="1.5"
      />
    </svg>
  );
}

/** What the lines and signs of a chart mean: those that it has. */
export function ChartLegend({
  marks,
  compared,
}: {
  readonly marks: readonly Mark[];
  /** What the dashed line is; null: there is none. */
  readonly compared: string | null;
}) {
  const { t } = useTranslation('charts');
  const kinds = MARK_KIND.filter((kind) => marks.some((mark) => mark.kind === kind));
  if (kinds.length === 0 && compared === null) return null;
  return (
    <ul className="chart-legend soft" aria-hidden="true">
      {compared === null ? null : (
        <>
          <li>
            <i className="legend-line" /> {t('players')}
          </li>
          <li>
            <i className="legend-line" data-compared="true" /> {compared}
          </li>
        </>
      )}
      {kinds.map((kind) => (
        <li key={kind}>
          <MarkSign kind={kind} /> {t(`mark.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

/** What happened, as a list: for those who read it, or do not see the chart. */
export function MarkList({
  marks,
  more,
}: {
  readonly marks: readonly Mark[];
  readonly more: boolean;
}) {
  const { t } = useTranslation('charts');
  const [open, setOpen] = useState(false);
  if (marks.length === 0) return null;
  return (
    <details className="chart-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('marks', { count: marks.length })}</summary>
      {open ? <Rows marks={marks} more={more} /> : null}
    </details>
  );
}

function Rows({ marks, more }: { readonly marks: readonly Mark[]; readonly more: boolean }) {
  const { t } = useTranslation('charts');
  const locale = useLocale();
  return (
    <div className="chart-table" tabIndex={0} role="group" aria-label={t('marksLabel')}>
      {more ? <p className="soft">{t('moreMarks')}</p> : null}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('markAt')}</th>
            <th scope="col">{t('markWhat')}</th>
            <th scope="col">{t('markWho')}</th>
          </tr>
        </thead>
        <tbody>
          {marks.toReversed().map(({ at, kind, by, until }, index) => (
            <tr key={`${at} ${kind} ${index}`}>
              <th scope="row">{formatMoment(at, locale)}</th>
              <td>
                <MarkSign kind={kind} /> {t(`mark.${kind}`)}
                {until === null ? null : ` (${formatDuration((until - at) / 1_000, locale)})`}
              </td>
              <td>{by?.name ?? (kind === 'unheard' ? '' : t('byMuster'))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
