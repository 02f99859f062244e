import { useTranslation } from 'react-i18next';
import { Hashes } from '../parts/hashes.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { formatCount } from '../text/format.ts';
import { Fact, Facts } from './facts.tsx';

/** How many rows each table has, and the hash by which two people find out whether they see the same. */
export function RowsPanel({ rows }: { readonly rows: Readonly<Record<string, number>> }) {
  const { t } = useTranslation('inspector');
  const locale = useLocale();
  return (
    <Panel title={t('rowsOf')}>
      <Facts>
        {Object.entries(rows).map(([table, size]) => (
          <Fact key={table} name={table}>
            {formatCount(size, locale)}
          </Fact>
        ))}
      </Facts>
      <Hashes />
    </Panel>
  );
}
