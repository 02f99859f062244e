import { useTranslation } from 'react-i18next';
import { Notice } from '../parts/notice.tsx';
import { NoteForm } from './note-form.tsx';
import { aboutWhom } from './note-item.tsx';
import type { Note } from './use-notes.ts';

/** A note that is being changed: as it was when that began, and what is typed over it. */
export interface NoteDraft {
  readonly note: Note;
  readonly typed: string;
}

/** The form over a note; what others do to the note in the meantime is said in it, and changes nothing that is typed. */
export function NoteEdit({
  draft: { note, typed },
  now,
  takesFocus,
  onType,
  onSend,
  onCancel,
}: {
  readonly draft: NoteDraft;
  /** The note as it is by now; null: it is gone, undefined: it is not known here. */
  readonly now: Note | null | undefined;
  readonly takesFocus: (place: string) => boolean;
  readonly onType: (text: string) => void;
  readonly onSend: (comment: string) => void;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation('notes');
  const isOther = now !== null && now !== undefined && now.comment !== note.comment;
  return (
    <li>
      <NoteForm
        label={t('editOf', { player: aboutWhom(note) })}
        typed={typed}
        takesFocus={() => takesFocus(editing(note))}
        send={t(isOther ? 'saveOver' : 'save')}
        onType={onType}
        onSend={onSend}
        onCancel={onCancel}
      >
        {now === null ? <Notice tone="warn">{t('goneMeanwhile')}</Notice> : null}
        {isOther ? (
          <Notice tone="warn">
            {t('changedMeanwhile')}
            <blockquote className="note-text">{now.comment}</blockquote>
          </Notice>
        ) : null}
      </NoteForm>
    </li>
  );
}

/** What takes the focus where a note begins to be changed. */
export function editing({ id }: Note): string {
  return `edit ${id}`;
}
