import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { formatCount, formatDistance } from '../text/format.ts';
import type { PersonStatistics } from './told.ts';

/** So many are shown before somebody asks for all. */
const FIRST = 8;
const COLUMNS = ['weapon', 'kills', 'hits', 'longest_kill', 'longest_hit'] as const;

/** With what somebody killed and hit; hits are left out where nothing tells them. */
export function WeaponTable({
  weapons,
  hits,
}: {
  readonly weapons: PersonStatistics['weapons'];
  readonly hits: boolean;
}) {
  const { t } = useTranslation('statistics');
  const locale = useLocale();
  const [isWhole, setWhole] = useState(false);
  if (weapons.length === 0) return <p className="soft">{t('weapons.none')}</p>;
  const distance = (metres: number | null) =>
    metres === null ? '–' : formatDistance(metres, locale);
  const shown = isWhole ? weapons : weapons.slice(0, FIRST);
  const columns = hits ? COLUMNS : (['weapon', 'kills', 'longest_kill'] as const);
  return (
    <>
      <div className="stat-scroll">
        <table className="stat-table">
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {t(`weapons.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={one.weapon}>
                <th scope="row">
                  {one.weapon === '' ? (
                    <span className="soft">{t('weapons.unnamed')}</span>
                  ) : (
                    <bdi>{one.weapon}</bdi>
                  )}
                </th>
                <td className="numeric">{formatCount(one.kills, locale)}</td>
                {hits ? <td className="numeric">{formatCount(one.hits, locale)}</td> : null}
                <td className="numeric">{distance(one.longest_kill)}</td>
                {hits ? <td className="numeric">{distance(one.longest_hit)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === weapons.length ? null : (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          {t('weapons.all', { count: weapons.length })}
        </Button>
      )}
    </>
  );
}
