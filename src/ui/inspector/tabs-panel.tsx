import { useTranslation } from 'react-i18next';
import type { TabInspection } from '../../worker/contract.ts';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { formatCount } from '../text/format.ts';
import type { Rates } from './rates.ts';

const COLUMNS = ['tab', 'looks', 'shown', 'patches', 'rate', 'queue'] as const;

/** Every tab that lives, what it looks at and how it keeps up. `own`: the tab that asks. */
export function TabsPanel({
  tabs,
  rates,
  own,
}: {
  readonly tabs: readonly TabInspection[];
  readonly rates: Rates | null;
  readonly own: string;
}) {
  const { t } = useTranslation('inspector');
  const locale = useLocale();
  const count = (value: number) => formatCount(value, locale);
  return (
    <Panel title={`${t('tabs')} (${count(tabs.length)})`} padded={false}>
      <div className="table-scroller" tabIndex={0} role="group" aria-label={t('tabs')}>
        <table className="inspector-table">
          <thead>
            <tr>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {t(`tab.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tabs.map((one) => (
              <tr key={one.tab}>
                <th scope="row">
                  <span className="mono">{one.tab.slice(0, 8)}</span>
                  {one.tab === own ? <span className="tag">{t('thisTab')}</span> : null}
                </th>
                <td>
                  <ul>
                    {one.queries.map((query, index) => (
                      <li key={index}>
                        <QueryName query={query} />
                      </li>
                    ))}
                  </ul>
                </td>
                <td>
                  <div>{t(`shown.${shownAs(one)}`)}</div>
                  <div className="soft">
                    {one.resting > 0 ? t('resting') : t('everyMs', { ms: count(one.pace) })}
                  </div>
                </td>
                <td className="numeric">{count(one.patches)}</td>
                <td className="numeric">{rateOf(one.tab)}</td>
                <td className="numeric">
                  {t('queue', { rows: count(one.waiting), patches: count(one.unacknowledged) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );

  function rateOf(tab: string): string {
    const rate = rates?.patches.get(tab);
    return rate === undefined ? t('unknown', { ns: 'common' }) : count(Math.round(rate));
  }
}

function QueryName({ query }: { readonly query: TabInspection['queries'][number] }) {
  const { t } = useTranslation('inspector');
  if (!('server_id' in query) || query.server_id === null) return query.view;
  return t('query', { view: query.view, server: query.server_id.slice(-6) });
}

function shownAs({ visible, focused }: TabInspection): 'focused' | 'visible' | 'hidden' {
  if (!visible) return 'hidden';
  return focused ? 'focused' : 'visible';
}
