import { useTranslation } from 'react-i18next';
import type { OpeningProgress } from '../../worker/replay/contract.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { formatBytes } from '../text/format.ts';

/** How far reading a file is, and a way to give it up. */
export function OpeningNotice({
  bytes,
  progress,
  onCancel,
}: {
  readonly bytes: number;
  readonly progress: OpeningProgress | null;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation('replay');
  const locale = useLocale();
  const done = progress?.bytes ?? 0;
  return (
    <main className="lonely">
      <h1>{t('opening')}</h1>
      <progress aria-label={t('opening')} max={Math.max(1, bytes)} value={done} />
      <p className="soft numeric">
        {t('openingProgress', {
          count: progress?.events ?? 0,
          done: formatBytes(done, locale),
          all: formatBytes(bytes, locale),
        })}
      </p>
      <Button onClick={onCancel}>{t('cancel')}</Button>
    </main>
  );
}
