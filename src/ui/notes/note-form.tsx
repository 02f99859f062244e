import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTE_MAX } from '../../protocol/notes/limits.ts';
import { Button } from '../parts/button.tsx';
import { useKeptText } from '../parts/kept-draft.ts';

/** So many characters before the end, one is told how many are left. */
const NEAR = 200;

/** Where a note is written; what is typed is kept under `draft` until it is sent. */
export function NoteForm({
  label,
  draft,
  before = '',
  send,
  onSend,
  onCancel,
}: {
  readonly label: string;
  readonly draft: string;
  /** The note as it is. */
  readonly before?: string;
  readonly send: string;
  /** Answers whether it was taken. */
  readonly onSend: (comment: string) => Promise<boolean>;
  /** A button that leaves the note as it is. */
  readonly onCancel?: () => void;
}) {
  const { t } = useTranslation('notes');
  const id = useId();
  const [kept, keep] = useKeptText(draft);
  // What others wrote is not kept in this browser: only what is typed over it is.
  const [touched, setTouched] = useState(false);
  const typed = touched || kept !== '' ? kept : before;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (before !== '') field.current?.focus();
  }, [before]);
  const left = NOTE_MAX - typed.trim().length;
  const submit = () => {
    const comment = typed.trim();
    if (comment === '' || left < 0) {
      field.current?.focus();
      return;
    }
    keep('');
    setTouched(false);
    void onSend(comment).then((done) => {
      if (!done) keep(comment);
    });
  };
  const cancel = () => {
    keep('');
    onCancel?.();
  };
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        ref={field}
        className="input"
        rows={3}
        value={typed}
        placeholder={t('placeholder')}
        aria-invalid={left < 0}
        aria-describedby={left < NEAR ? `${id}-left` : undefined}
        onChange={(event) => {
          setTouched(true);
          keep(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && onCancel !== undefined) {
            // The dialog around it stays open.
            event.stopPropagation();
            cancel();
          }
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          submit();
        }}
      />
      {left < NEAR ? (
        <span className={left < 0 ? 'wrong' : 'hint'} id={`${id}-left`}>
          {t(left < 0 ? 'tooLong' : 'left', { count: Math.abs(left) })}
        </span>
      ) : null}
      <div className="actions">
        {onCancel === undefined ? null : <Button onClick={cancel}>{t('cancel')}</Button>}
        <Button type="submit" kind="primary" still={typed.trim() === '' || left < 0}>
          {send}
        </Button>
      </div>
    </form>
  );
}
