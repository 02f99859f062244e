import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SHARED_TABLES } from '../../domain/rows.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from './button.tsx';

/** The hashes by which two people, or two machines, find out whether they see the same. */
export function Hashes() {
  const { t } = useTranslation('common');
  const commands = useCommands();
  const [hashes, setHashes] = useState<readonly [string, string] | null>(null);
  const compute = () =>
    Promise.all([commands.hash(), commands.hash(SHARED_TABLES)]).then(setHashes, reportError);
  if (hashes === null) return <Button onClick={() => void compute()}>{t('hash.compute')}</Button>;
  const [all, shared] = hashes;
  return (
    <dl className="hashes">
      <dt>{t('hash.all')}</dt>
      <dd className="mono">{all}</dd>
      <dt>{t('hash.shared')}</dt>
      <dd className="mono">{shared}</dd>
    </dl>
  );
}
