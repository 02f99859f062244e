import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { finalFocus } from './final-focus.ts';

/** A modal dialog: focus stays inside, Escape closes, focus returns to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  closable = false,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** A button that closes it, where no other one does. */
  readonly closable?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup className="dialog" finalFocus={finalFocus}>
          <Base.Title>{title}</Base.Title>
          {children}
          {closable ? (
            <div className="actions">
              <Button onClick={onClose}>{t('close')}</Button>
            </div>
          ) : null}
          {actions === undefined ? null : <div className="actions">{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
