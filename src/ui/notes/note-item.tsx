import i18next from 'i18next';
import { Pencil, Trash2 } from 'lucide-react';
import { memo, useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { PlayerName } from '../parts/players/player-name.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import type { Note } from './use-notes.ts';

/** One note: what, whom it is about, who wrote it and when. */
export const NoteItem = memo(function NoteItem({
  note,
  named,
  from,
  takesFocus,
  onEdit,
  onRemove,
}: {
  readonly note: Note;
  /** Says whom it is about; else the screen around it does. */
  readonly named: boolean;
  /** Where it stands, if that is not the server's own. */
  readonly from?: ReactNode;
  /** Whether what had the focus was in its place; asked once. */
  readonly takesFocus: (place: string) => boolean;
  /** Absent: the viewer may not. */
  readonly onEdit: ((note: Note) => void) | undefined;
  readonly onRemove: ((note: Note) => void) | undefined;
}) {
  const { t } = useTranslation('notes');
  const locale = useLocale();
  const comment = useId();
  const tools = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus(note.id)) tools.current?.querySelector('button')?.focus();
  }, [note.id, takesFocus]);
  const player = aboutWhom(note);
  return (
    <li aria-busy={note.pending}>
      <p className="note-text" id={comment}>
        {note.comment}
      </p>
      <p className="soft note-by">
        {named ? (
          <strong>
            <Sentence
              parts={{
                player: (
                  <PlayerName
                    serverId={note.server_id}
                    id={null}
                    muster_id={note.player_id}
                    name={note.player_name}
                  />
                ),
              }}
              text={(marks) => t('about', marks)}
            />
          </strong>
        ) : null}
        <bdi>{note.issuer_name}</bdi>
        <span className="numeric">{formatMoment(note.created, locale)}</span>
        {note.edited === null ? null : (
          <span className="numeric">
            {t('edited', { moment: formatMoment(note.edited, locale) })}
          </span>
        )}
        {from}
        {note.pending ? <span>{t('saving')}</span> : null}
      </p>
      <div className="note-tools" ref={tools}>
        {onEdit === undefined ? null : (
          <Button
            kind="quiet"
            icon={<Pencil />}
            aria-label={t('editOf', { player })}
            aria-describedby={comment}
            onClick={() => onEdit(note)}
          />
        )}
        {onRemove === undefined ? null : (
          <Button
            kind="quiet"
            icon={<Trash2 />}
            aria-label={t('removeOf', { player })}
            aria-describedby={comment}
            onClick={() => onRemove(note)}
          />
        )}
      </div>
    </li>
  );
});

/** Whom a note is about, to stand in a sentence. */
export function aboutWhom({ player_name }: Pick<Note, 'player_name'>): string {
  return player_name === '' ? i18next.t('erased.player', { ns: 'common' }) : isolated(player_name);
}
