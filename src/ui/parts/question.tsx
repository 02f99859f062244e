import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandError } from '../../worker/contract.ts';
import { errorText } from '../text/problem-text.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

/**
 * Asks before something is done, for a yes or, around a form, for words too. What cannot be taken back is a `danger`;
 * the way out stands first.
 */
export function Question({
  open = true,
  title,
  yes,
  no,
  danger = false,
  busy = false,
  why,
  className = '',
  form,
  error = null,
  onYes,
  onClose,
  children,
}: {
  readonly open?: boolean;
  readonly title: string;
  /** What the button says that does it. */
  readonly yes: string;
  /** What the other says; absent: 'Cancel'. */
  readonly no?: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  /** The id of the text that says why it cannot be done now. */
  readonly why?: string | undefined;
  readonly className?: string | undefined;
  /** The id of the form that a yes sends. */
  readonly form?: string;
  /** Why the host did not do it. */
  readonly error?: CommandError | null;
  /** Absent: the form says. */
  readonly onYes?: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      className={className}
      actions={
        <>
          <Button onClick={onClose}>{no ?? t('cancel')}</Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            type={form === undefined ? 'button' : 'submit'}
            form={form}
            busy={busy}
            why={why}
            onClick={onYes}
          >
            {yes}
          </Button>
        </>
      }
    >
      {children}
      {error === null ? null : <Notice tone="bad">{errorText(error)}</Notice>}
    </Dialog>
  );
}
