import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTE_MAX } from '../../protocol/notes/limits.ts';
import { Button } from '../parts/button.tsx';

/** So many characters before the end, one is told how many are left. */
const NEAR = 200;

/** Where a note is written. */
export function NoteForm({
  label,
  typed,
  opened = false,
  children,
  send,
  onType,
  onSend,
  onCancel,
}: {
  readonly label: string;
  readonly typed: string;
  /** Somebody asked for it just now, and goes on in its field. */
  readonly opened?: boolean;
  /** What is to be known before it is sent. */
  readonly children?: ReactNode;
  readonly send: string;
  readonly onType: (text: string) => void;
  readonly onSend: (comment: string) => void;
  /** A button, and Escape, that leave the note as it is. */
  readonly onCancel?: () => void;
}) {
  const { t } = useTranslation('notes');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  // Once: what comes later takes the focus from nobody.
  const asked = useRef(opened);
  useEffect(() => {
    if (asked.current) field.current?.focus();
  }, []);
  const left = NOTE_MAX - typed.trim().length;
  const submit = () => {
    const comment = typed.trim();
    if (comment === '' || left < 0) field.current?.focus();
    else onSend(comment);
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
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && onCancel !== undefined) {
            // The dialog around it stays open.
            event.stopPropagation();
            onCancel();
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
      {children}
      <div className="actions">
        {onCancel === undefined ? null : <Button onClick={onCancel}>{t('cancel')}</Button>}
        <Button type="submit" kind="primary" still={typed.trim() === '' || left < 0}>
          {send}
        </Button>
      </div>
    </form>
  );
}
