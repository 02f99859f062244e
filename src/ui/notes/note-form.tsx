import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTE_MAX } from '../../protocol/notes/limits.ts';
import { Button } from '../parts/button.tsx';
import { Control, Labelled } from '../parts/field.tsx';

/** So many characters before the end, one is told how many are left. */
const NEAR = 200;

/** Where a note is written. */
export function NoteForm({
  label,
  typed,
  takesFocus,
  children,
  send,
  onType,
  onSend,
  onCancel,
}: {
  readonly label: string;
  readonly typed: string;
  /** Whether somebody asked for it just now, and goes on in its field; asked once. */
  readonly takesFocus?: () => boolean;
  /** What is to be known before it is sent. */
  readonly children?: ReactNode;
  readonly send: string;
  readonly onType: (text: string) => void;
  readonly onSend: (comment: string) => void;
  /** A button, and Escape, that leave the note as it is. */
  readonly onCancel?: () => void;
}) {
  const { t } = useTranslation('notes');
  const field = useRef<HTMLTextAreaElement>(null);
  const asked = useRef(takesFocus);
  useEffect(() => {
    if (asked.current?.() === true) field.current?.focus();
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
      <Labelled
        label={label}
        hint={left >= 0 && left < NEAR ? t('left', { count: left }) : undefined}
        wrong={left < 0 ? t('tooLong', { count: -left }) : undefined}
      >
        <Control
          render={<textarea ref={field} rows={3} />}
          className="input"
          value={typed}
          placeholder={t('placeholder')}
          onValueChange={(text) => onType(text)}
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
      </Labelled>
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
