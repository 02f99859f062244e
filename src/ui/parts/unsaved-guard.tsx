import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../data/use-signal.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { holdBack, stay, waitingMove } from './navigation-guard.ts';

/** While `changed`, going elsewhere asks first. `onLeave`: what was typed is given up. */
export function UnsavedGuard({
  changed,
  onLeave,
}: {
  readonly changed: boolean;
  readonly onLeave?: () => void;
}) {
  const { t } = useTranslation();
  const move = useSignalValue(waitingMove);
  useEffect(() => (changed ? holdBack() : undefined), [changed]);
  return (
    <Dialog
      open={move !== null}
      onClose={stay}
      title={t('leave.title')}
      actions={
        <>
          <Button onClick={stay}>{t('leave.stay')}</Button>
          <Button
            kind="danger"
            onClick={() => {
              stay();
              onLeave?.();
              move?.();
            }}
          >
            {t('leave.leave')}
          </Button>
        </>
      }
    >
      <p>{t('leave.text')}</p>
    </Dialog>
  );
}
