import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

/** A modal dialog: focus stays inside, Escape closes, focus returns to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup className="dialog">
          <Base.Title>{title}</Base.Title>
          {children}
          {actions === undefined ? null : <div className="actions">{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
