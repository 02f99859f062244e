import { useTranslation } from 'react-i18next';
import { useConnectionKind, useOne } from '../../data/use-view.ts';
import { useLocale } from '../../parts/locale.ts';
import { formatCount } from '../../text/format.ts';

/** Sums over all servers. */
export function Totals() {
  const { t } = useTranslation('dashboard');
  const locale = useLocale();
  const { row } = useOne({ view: 'totals' });
  const live = useConnectionKind() === 'live';
  if (row === undefined || row.servers === 0) return null;
  const figures = [
    ...(row.down > 0 ? [['down', row.down, null] as const] : []),
    ['players', row.players, row.slots],
    ['online', row.online, row.servers],
    ['queued', row.queued, null],
  ] as const;
  return (
    <div className="totals" data-live={live}>
      <dl>
        {figures.map(([name, value, of]) => (
          <div key={name} data-down={name === 'down'}>
            <dt>{t(`total.${name}`)}</dt>
            <dd className="numeric">
              <strong>{formatCount(value, locale)}</strong>
              {of === null || of === 0 ? null : (
                <span className="soft"> / {formatCount(of, locale)}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {row.unknown > 0 ? (
        <p className="soft unknown">{t('total.unknown', { count: row.unknown })}</p>
      ) : null}
    </div>
  );
}
