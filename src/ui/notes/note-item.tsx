import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { NoteForm } from './note-form.tsx';
import type { Note } from './use-notes.ts';

/** One note: what, whom it is about, who wrote it and when. */
export function NoteItem({
  note,
  named,
  onEdit,
  onRemove,
}: {
  readonly note: Note;
  /** Says whom it is about; else the screen around it does. */
  readonly named: boolean;
  /** Absent: the viewer may not. */
  readonly onEdit: ((comment: string) => Promise<boolean>) | undefined;
  readonly onRemove: (() => void) | undefined;
}) {
  const { t } = useTranslation('notes');
  const locale = useLocale();
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const edited = useRef(false);
  const comment = useId();
  useEffect(() => {
    if (!editing && edited.current) pencil.current?.focus();
    edited.current = editing;
  }, [editing]);
  const player = isolated(note.player_name === '' ? t('nobody') : note.player_name);
  if (editing && onEdit !== undefined) {
    const done = () => setEditing(false);
    return (
      <li>
        <NoteForm
          label={t('editOf', { player })}
          draft={`note-${note.id}`}
          before={note.comment}
          send={t('save')}
          onSend={(typed) => {
            done();
            return typed === note.comment ? Promise.resolve(true) : onEdit(typed);
          }}
          onCancel={done}
        />
      </li>
    );
  }
  return (
    <li aria-busy={note.pending}>
      <p className="note-text" id={comment}>
        {note.comment}
      </p>
      <p className="soft note-by">
        {named ? <strong>{t('about', { player })}</strong> : null}
        <bdi>{note.issuer_name}</bdi>
        <span className="numeric">{formatMoment(note.created, locale)}</span>
        {note.edited === null ? null : (
          <span className="numeric">
            {t('edited', { moment: formatMoment(note.edited, locale) })}
          </span>
        )}
        {note.pending ? <span>{t('saving')}</span> : null}
      </p>
      <div className="note-tools">
        {onEdit === undefined ? null : (
          <Button
            ref={pencil}
            kind="quiet"
            icon={<Pencil />}
            aria-label={t('editOf', { player })}
            aria-describedby={comment}
            onClick={() => setEditing(true)}
          />
        )}
        {onRemove === undefined ? null : (
          <Button
            kind="quiet"
            icon={<Trash2 />}
            aria-label={t('removeOf', { player })}
            aria-describedby={comment}
            onClick={onRemove}
          />
        )}
      </div>
    </li>
  );
}
