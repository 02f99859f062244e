import { useTranslation } from 'react-i18next';
import { useOne } from '../data/use-view.ts';
import { useLocale } from '../parts/locale.ts';
import { formatCount } from '../text/format.ts';

/** Sums over all servers. */
export function Totals() {
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  const { row } = useOne({ view: 'totals' });
  const live = useOne({ view: 'link' }).row?.connection.kind === 'live';
  if (row === undefined || row.servers === 0) return null;
  const figures = [
    ['players', row.players, row.slots],
    ['online', row.online, row.servers],
    ['queued', row.queued, null],
  ] as const;
  return (
    <dl className="totals" data-live={live}>
      {figures.map(([name, value, of]) => (
        <div key={name}>
          <dt>{t(`total.${name}`)}</dt>
          <dd className="numeric">
            <strong>{formatCount(value, locale)}</strong>
            {of === null || of === 0 ? null : (
              <span className="soft"> / {formatCount(of, locale)}</span>
            )}
          </dd>
        </div>
      ))}
      {row.unknown > 0 ? (
        <div className="soft unknown">{t('total.unknown', { count: row.unknown })}</div>
      ) : null}
    </dl>
  );
}
