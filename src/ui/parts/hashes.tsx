import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../data/use-view.ts';
import { formatTime } from '../text/format.ts';
import { Button } from './button.tsx';
import { useLocale } from './locale.ts';
import { toast } from './toasts.tsx';

/** Rows move on: hashes are those of a moment. */
interface Computed {
  readonly all: string;
  readonly shared: string;
  readonly at: number;
}

/** The hashes by which two people, or two machines, find out whether they see the same. */
export function Hashes() {
  const { t } = useTranslation('common');
  const commands = useCommands();
  const locale = useLocale();
  const [computed, setComputed] = useState<Computed | null>(null);
  const compute = () =>
    Promise.all([commands.hash(), commands.hash('shared')]).then(
      ([all, shared]) => setComputed({ all, shared, at: Date.now() }),
      (error: unknown) => {
        toast(t('workerFailed'), 'bad');
        reportError(error);
      },
    );
  return (
    <>
      <Button onClick={() => void compute()}>{t('hash.compute')}</Button>
      {computed === null ? null : (
        <>
          <p className="soft numeric" role="status">
            {t('hash.at', { time: formatTime(computed.at, locale) })}
          </p>
          <dl className="hashes">
            <dt>{t('hash.all')}</dt>
            <dd className="mono">{computed.all}</dd>
            <dt>{t('hash.shared')}</dt>
            <dd className="mono">{computed.shared}</dd>
          </dl>
        </>
      )}
    </>
  );
}
