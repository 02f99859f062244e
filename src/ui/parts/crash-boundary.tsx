import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** A screen that fails shows a sentence and a way on, or `instead`, not an empty page. */
export class CrashBoundary extends Component<
  {
    readonly children: ReactNode;
    readonly instead?: ReactNode;
    readonly onCrash?: () => void;
  },
  { readonly crashed: boolean }
> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
    this.props.onCrash?.();
  }

  override render(): ReactNode {
    return this.state.crashed ? (this.props.instead ?? <Crashed />) : this.props.children;
  }
}

function Crashed() {
  const { t } = useTranslation('frame');
  return (
    <main className="lonely">
      <h1>{t('crashed.title')}</h1>
      <Notice tone="bad">{t('crashed.text')}</Notice>
      <Button kind="primary" onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </main>
  );
}
