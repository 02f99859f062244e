import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { useForm } from '../parts/use-form.ts';
import { TextHint } from '../parts/text-hint.tsx';

/**
 * Asks for one line (a message, a reason) and for a yes at once. What was typed stays until the host has
 * taken it.
 */
export function TextDialog({
  title,
  label,
  schema,
  action,
  danger = false,
  notice,
  refused = null,
  onSend,
  onClose,
}: {
  readonly title: string;
  readonly label: string;
  /** The protocol's rule for the text; its length is what is counted down. */
  readonly schema: z.ZodString;
  readonly action: string;
  readonly danger?: boolean;
  /** What to know before saying yes. */
  readonly notice?: ReactNode;
  /** Why it cannot be done now, as a sentence; null where it can. What was typed stays. */
  readonly refused?: string | null;
  /** Whether it was done. */
  readonly onSend: (text: string) => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const form = useForm({ rules: { text: schema }, initial: { text: '' } });
  const [busy, setBusy] = useState(false);
  const why = useId();
  const open = useRef(false);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const send = async () => {
    const body = form.check();
    if (body === null) return;
    setBusy(true);
    const sent = await onSend(body.text);
    setBusy(false);
    // Whoever closed it in the meantime may have opened another one.
    if (sent && open.current) onClose();
  };
  return (
    <FormDialog
      form={{ ...form, busy }}
      title={title}
      action={action}
      danger={danger}
      why={refused === null ? undefined : why}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <Field
        {...form.field('text')}
        label={label}
        hint={<TextHint rule={schema} text={form.values.text} />}
        autoComplete="off"
      />
      {notice}
      <p id={why} className="refused" role="status">
        {refused}
      </p>
    </FormDialog>
  );
}
