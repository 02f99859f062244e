import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef, type ReactNode } from 'react';
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
  className = '',
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** A button that closes it, where no other one does. */
  readonly closable?: boolean;
  readonly className?: string;
}) {
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup
          ref={popup}
          className={`dialog ${className}`.trim()}
          // What is there to be read is scrolled by the keys at once; a switch in it is not pressed by chance.
          initialFocus={closable ? popup : undefined}
          finalFocus={finalFocus}
        >
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
