import { useTranslation } from 'react-i18next';
import type { Inspection } from '../../worker/contract.ts';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { formatCount } from '../text/format.ts';

/** How many are listed; the report has all. */
const SHOWN = 100;

/** The streams that the one socket follows, and how far. */
export function StreamsPanel({ streams, refused }: Pick<Inspection, 'streams' | 'refused'>) {
  const { t } = useTranslation('inspector');
  const locale = useLocale();
  return (
    <Panel title={`${t('streams')} (${formatCount(streams.length, locale)})`} padded={false}>
      <div className="table-scroller" tabIndex={0} role="group" aria-label={t('streams')}>
        <table className="inspector-table">
          <thead>
            <tr>
              <th scope="col">{t('stream.name')}</th>
              <th scope="col">{t('stream.position')}</th>
            </tr>
          </thead>
          <tbody>
            {refused.map((stream) => (
              <tr key={`refused ${stream}`}>
                <th scope="row" className="mono">
                  {stream}
                </th>
                <td>{t('stream.refused')}</td>
              </tr>
            ))}
            {streams.slice(0, SHOWN).map(({ stream, position }) => (
              <tr key={stream}>
                <th scope="row" className="mono">
                  {stream}
                </th>
                <td className="numeric">{formatCount(position, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {streams.length > SHOWN ? (
          <p className="soft more">{t('streamsMore', { count: streams.length - SHOWN })}</p>
        ) : null}
      </div>
    </Panel>
  );
}
