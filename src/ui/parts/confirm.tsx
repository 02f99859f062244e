import type { ReactNode } from 'react';
import type { CommandError, Outcome } from '../../worker/contract.ts';
import { FormDialog } from './form-dialog.tsx';
import { toast } from './toasts.tsx';
import { useForm } from './use-form.ts';

/** Asks before something goes; it stays open with the reason where the host refuses. */
export function Confirm({
  done,
  undo = null,
  refusalText,
  onYes,
  onClose,
  ...asked
}: {
  readonly title: string;
  /** What the button says that does it. */
  readonly action: string;
  /** What to say when it is gone. */
  readonly done: string;
  /** Takes it back; null: nothing does. */
  readonly undo?: (() => void) | null;
  /** What a refusal says; absent: as anywhere. */
  readonly refusalText?: (refusal: CommandError) => string;
  readonly onYes: () => Promise<Outcome<unknown>>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const form = useForm({
    rules: {},
    initial: {},
    ...(refusalText === undefined ? {} : { refusalText }),
    ask: onYes,
    done: () => {
      toast(done, 'good', undo);
      onClose();
    },
  });
  return <FormDialog danger form={form} onClose={onClose} {...asked} />;
}
