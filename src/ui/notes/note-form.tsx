import { useEffect, useId, useRef, type ReactNode } from 'react';
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
  cancel,
}: {
  readonly label: string;
  readonly draft: string;
  /** The note as it is. */
  readonly before?: string;
  readonly send: string;
  readonly onSend: (comment: string) => void;
  /** A button that leaves the note as it is. */
  readonly cancel?: ReactNode;
}) {
  const { t } = useTranslation('notes');
  const id = useId();
  const [typed, keep] = useKeptText(draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || before === '') return;
    begun.current = true;
    if (typed === '') keep(before);
    field.current?.focus();
  }, [before, keep, typed]);
  const left = NOTE_MAX - typed.trim().length;
  const submit = () => {
    const comment = typed.trim();
    if (comment === '' || left < 0) {
      field.current?.focus();
      return;
    }
    keep('');
    onSend(comment);
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
        onChange={(event) => keep(event.target.value)}
        onKeyDown={(event) => {
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
        {cancel}
        <Button type="submit" kind="primary" still={typed.trim() === '' || left < 0}>
          {send}
        </Button>
      </div>
    </form>
  );
}
