import type { ReactNode } from 'react';
import type { Outcome } from '../../worker/contract.ts';
import { Question } from '../parts/question.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';

/** Asks before a wall or a display goes; it stays open with the reason where the host refuses. */
export function RemoveDialog({
  title,
  yes,
  done,
  onYes,
  onClose,
  children,
}: {
  readonly title: string;
  readonly yes: string;
  /** What to say when it is gone. */
  readonly done: string;
  readonly onYes: () => Promise<Outcome<unknown>>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { busy, error, send } = useForm({ rules: {}, initial: {} });
  const remove = async () => {
    const outcome = await send(onYes);
    if (!outcome.ok) return;
    toast(done);
    onClose();
  };
  return (
    <Question
      danger
      title={title}
      yes={yes}
      busy={busy}
      error={error}
      onYes={() => void remove()}
      onClose={onClose}
    >
      {children}
    </Question>
  );
}
