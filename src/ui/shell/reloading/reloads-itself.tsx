import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../parts/notice.tsx';
import { createReloader } from './page-reloader.ts';

/** In the place of a wall whose build no longer fits the other tabs' or the host's. */
export function ReloadsItself() {
  const { t } = useTranslation('unattended');
  useEffect(() => {
    const reloader = createReloader();
    reloader.want('replaced');
    return () => reloader.stop();
  }, []);
  return (
    <main className="lonely">
      <Notice tone="warn">{t('reloading.replaced')}</Notice>
    </main>
  );
}
