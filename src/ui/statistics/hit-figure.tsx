import { useTranslation } from 'react-i18next';
import { useLocale } from '../parts/locale.ts';
import { formatCount } from '../text/format.ts';
import { regionOf, REGIONS, zoneText, type Region } from './body.ts';
import type { PersonStatistics } from './told.ts';

type Zones = PersonStatistics['zones'];

/** The figure faces whoever looks: its left is at their right. */
const SHAPES: Readonly<Record<Region, string>> = {
  head: 'M50 4c9 0 15 7 15 16s-6 18-15 18-15-9-15-18 6-16 15-16Z',
  torso: 'M33 44h34c4 0 6 3 6 6l-4 52c0 4-3 8-7 8H38c-4 0-7-4-7-8l-4-52c0-3 2-6 6-6Z',
  leftArm: 'M76 46c6 1 9 5 10 11l6 44c1 8-8 10-10 3l-8-40-2-16c0-2 2-3 4-2Z',
  rightArm: 'M24 46c-6 1-9 5-10 11L8 101c-1 8 8 10 10 3l8-40 2-16c0-2-2-3-4-2Z',
  leftLeg: 'M52 114h16l-2 34-3 42c-1 7-10 7-11 0Z',
  rightLeg: 'M48 114H32l2 34 3 42c1 7 10 7 11 0Z',
};

/** Where a body was hit, on figures for those who see them, and in figures for everybody. */
export function HitFigure({ zones }: { readonly zones: Zones }) {
  const { t } = useTranslation('statistics');
  const locale = useLocale();
  if (zones.length === 0) return <p className="soft">{t('body.none')}</p>;
  return (
    <div className="hit-zones">
      <div className="hit-figures" aria-hidden="true">
        <Figure zones={zones} of="taken" />
        <Figure zones={zones} of="given" />
      </div>
      <div className="stat-scroll">
        <table className="stat-table">
          <thead>
            <tr>
              <th scope="col">{t('body.zone')}</th>
              <th scope="col">{t('body.taken')}</th>
              <th scope="col">{t('body.given')}</th>
            </tr>
          </thead>
          <tbody>
            {zones.map(({ zone, taken, given }) => (
              <tr key={zone}>
                <th scope="row">
                  <bdi>{zoneText(zone)}</bdi>
                </th>
                <td className="numeric">{formatCount(taken, locale)}</td>
                <td className="numeric">{formatCount(given, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Figure({ zones, of }: { readonly zones: Zones; readonly of: 'taken' | 'given' }) {
  const { t } = useTranslation('statistics');
  const locale = useLocale();
  const counts = new Map<Region, number>();
  for (const zone of zones) {
    const region = regionOf(zone.zone);
    if (region !== null) counts.set(region, (counts.get(region) ?? 0) + zone[of]);
  }
  const most = Math.max(1, ...counts.values());
  return (
    <figure>
      <svg viewBox="0 0 100 200">
        {REGIONS.map((region) => {
          const count = counts.get(region) ?? 0;
          return (
            <g key={region}>
              <path d={SHAPES[region]} className="hit-ground" />
              <path d={SHAPES[region]} className="hit-part" data-of={of} opacity={count / most}>
                <title>{`${t(`region.${region}`)}: ${formatCount(count, locale)}`}</title>
              </path>
            </g>
          );
        })}
      </svg>
      <figcaption>{t(`body.${of}`)}</figcaption>
    </figure>
  );
}
