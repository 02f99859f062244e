import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CrashBoundary } from '../../parts/crash-boundary.tsx';
import { Notice } from '../../parts/notice.tsx';
import { createReloader } from './page-reloader.ts';

/** A wall that fails says so and reloads itself: nobody stands by to press a button. */
export function CareBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <CrashBoundary instead={<Crashed />} onCrash={() => createReloader().want('crashed')}>
      {children}
    </CrashBoundary>
  );
}

function Crashed() {
  const { t } = useTranslation('unattended');
  return (
    <main className="lonely">
      <Notice tone="bad">{t('reloading.crashed')}</Notice>
    </main>
  );
}
