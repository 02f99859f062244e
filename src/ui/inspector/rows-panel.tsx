import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { formatCount } from '../text/format.ts';
import { Fact, Facts } from './facts.tsx';

/** How many rows each table has, and the hash by which two people find out whether they see the same. */
export function RowsPanel({ rows }: { readonly rows: Readonly<Record<string, number>> }) {
  const { t } = useTranslation('inspector');
  const locale = useLocale();
  const commands = useCommands();
  const [hash, setHash] = useState<string | null>(null);
  const compute = () => commands.hash().then(setHash, reportError);
  return (
    <Panel title={t('rowsOf')}>
      <Facts>
        {Object.entries(rows).map(([table, size]) => (
          <Fact key={table} name={table}>
            {formatCount(size, locale)}
          </Fact>
        ))}
        <Fact name={t('hash')}>
          <span className="hash">
            <span className="mono">{hash?.slice(0, 16) ?? ''}</span>
            <Button onClick={() => void compute()}>{t('computeHash')}</Button>
          </span>
        </Fact>
      </Facts>
    </Panel>
  );
}
