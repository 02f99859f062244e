import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../parts/notice.tsx';
import { createReloader } from './page-reloader.ts';

/** A wall that fails says so and reloads itself: nobody stands by to press a button. */
export class CareBoundary extends Component<
  { readonly children: ReactNode },
  { readonly crashed: boolean }
> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
    createReloader().want('crashed');
  }

  override render(): ReactNode {
    return this.state.crashed ? <Crashed /> : this.props.children;
  }
}

function Crashed() {
  const { t } = useTranslation('unattended');
  return (
    <main className="lonely">
      <Notice tone="bad">{t('reloading.crashed')}</Notice>
    </main>
  );
}
