import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { wrongBy } from '../parts/field-rule.ts';
import { TextHint } from './text-hint.tsx';

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
  const { t } = useTranslation('serverDashboard');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const why = useId();
  const open = useRef(false);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const wrong = tried ? wrongBy(schema, text.trim()) : undefined;
  const send = async () => {
    setTried(true);
    if (wrongBy(schema, text.trim()) !== undefined) return;
    setBusy(true);
    const sent = await onSend(text.trim());
    setBusy(false);
    // Whoever closed it meanwhile may have opened another one.
    if (sent && open.current) onClose();
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && refused === null) void send();
        }}
      >
        <Field
          label={label}
          value={text}
          onValue={setText}
          wrong={wrong}
          hint={<TextHint schema={schema} text={text} />}
          autoComplete="off"
        />
        {notice}
        <p id={why} className="refused" role="status">
          {refused}
        </p>
        <div className="actions">
          <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            type="submit"
            busy={busy}
            why={refused === null ? undefined : why}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
