import './notes.css';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../domain/rows.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../parts/button.tsx';
import { useHeldDrafts } from '../parts/kept-draft.ts';
import { NoLines } from '../parts/no-lines.tsx';
import { Removed, useRemoved } from '../parts/removed.tsx';
import { editing, NoteEdit, type NoteDraft } from './note-edit.tsx';
import { aboutWhom, NoteItem } from './note-item.tsx';
import { NoteRefusals } from './note-refusals.tsx';
import { notePermissions, useNoteWrites, type Note } from './use-notes.ts';

/** So many are drawn at first, and so many more each time. */
const STEP = 100;

/**
 * The notes of a server, newest first, or those about one player. What was removed just now leaves its place to be
 * brought back in, so that nothing moves under the hand.
 */
export function NoteList({
  serverId,
  account,
  player,
  text = '',
  empty,
}: {
  readonly serverId: string;
  readonly account: AccountRow;
  /** About whom; null: about everybody. */
  readonly player: string | null;
  readonly text?: string;
  /** What stands there while there is none. */
  readonly empty: ReactNode;
}) {
  const { t } = useTranslation('notes');
  const [size, setSize] = useState(STEP);
  const where = player === null ? {} : { player_id: player };
  const { told, rows, total } = useResource('notes', serverId, { text, where, size });
  const writes = useNoteWrites(serverId);
  const { edit, remove } = notePermissions(account, serverId);
  const [drafts, hold] = useHeldDrafts<NoteDraft>();
  const { removed, take, end } = useRemoved<Note>(rows);
  const section = useRef<HTMLDivElement>(null);
  /** The place that takes over the focus from what was in it. */
  const focused = useRef<string | null>(null);
  const takesFocus = useCallback((place: string) => {
    const takes = focused.current === place;
    if (takes) focused.current = null;
    return takes;
  }, []);

  const onEdit = useCallback(
    (note: Note) => {
      focused.current = editing(note);
      hold(note.id, { note, typed: note.comment });
    },
    [hold],
  );
  const onRemove = useCallback(
    (note: Note) => {
      focused.current = undoing(note);
      take(note);
      writes.remove(note);
    },
    [writes, take],
  );
  const close = (id: string) => {
    focused.current = id;
    hold(id, null);
  };
  const save = async (draft: NoteDraft, was: string, comment: string) => {
    close(draft.note.id);
    if (comment === was) return;
    if ((await writes.edit(draft.note, was, comment)) === 'lost') hold(draft.note.id, draft);
  };

  if (!told) {
    return <NoLines serverId={serverId} topic="notes" />;
  }
  const held = new Map(rows.map((note) => [note.id, note]));
  const isWhole = text.trim() === '' && rows.length >= total;
  const places = placesOf(
    rows,
    removed,
    // Somebody else removed it, or it is out of sight: what is typed stays.
    [...drafts.values()]
      .map(({ note }) => note)
      .filter((note) => note.server_id === serverId && !held.has(note.id))
      .filter((note) => player === null || note.player_id === player),
  );
  return (
    <div className="note-list" ref={section} tabIndex={-1}>
      <NoteRefusals
        serverId={serverId}
        player={player}
        onDismiss={() => section.current?.focus()}
      />
      {places.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <ul className="notes" tabIndex={0} aria-label={t('title')}>
          {places.map((note) => {
            const draft = drafts.get(note.id);
            const now = held.get(note.id);
            if (draft !== undefined) {
              const seen = now ?? (isWhole ? null : undefined);
              return (
                <NoteEdit
                  key={note.id}
                  draft={draft}
                  now={seen}
                  takesFocus={takesFocus}
                  onType={(typed) => hold(note.id, { ...draft, typed })}
                  onSend={(comment) => void save(draft, (now ?? draft.note).comment, comment)}
                  onCancel={() => close(note.id)}
                />
              );
            }
            return now === undefined ? (
              <Removed
                key={note.id}
                takesFocus={() => takesFocus(undoing(note))}
                onUndo={() => {
                  focused.current = note.id;
                  writes.restore(note);
                }}
                onEnd={() => end(note)}
              >
                {t('removed', { player: aboutWhom(note) })}
              </Removed>
            ) : (
              <NoteItem
                key={note.id}
                note={now}
                named={player === null}
                takesFocus={takesFocus}
                onEdit={edit ? onEdit : undefined}
                onRemove={remove ? onRemove : undefined}
              />
            );
          })}
        </ul>
      )}
      {total <= size ? null : <Button onClick={() => setSize(size + STEP)}>{t('more')}</Button>}
    </div>
  );
}

/** Newest first, as the rows are; what is no row keeps the place that it had among them. */
function placesOf(...of: readonly (readonly Note[])[]): readonly Note[] {
  const places = new Map(of.flat().map((note) => [note.id, note]));
  return [...places.values()].sort((a, b) => b.created - a.created || (a.id < b.id ? -1 : 1));
}

function undoing({ id }: Note): string {
  return `undo ${id}`;
}
