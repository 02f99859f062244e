import './notes.css';
import { useCallback, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHeldDrafts } from '../parts/kept-draft.ts';
import { Removed, useRemoved } from '../parts/removed.tsx';
import { editing, NoteEdit, type NoteDraft } from './note-edit.tsx';
import { aboutWhom, NoteItem } from './note-item.tsx';
import type { Note, NoteWrites } from './use-notes.ts';

/**
 * Notes, newest first, and what is done with each. What was removed just now leaves its place to be brought back in, so
 * that nothing moves under the hand.
 */
export function NotePlaces({
  notes,
  isWhole,
  isOurs,
  named,
  writes,
  mayEdit,
  mayRemove,
  from,
  empty,
}: {
  readonly notes: readonly Note[];
  /** Whether these are all that there are. */
  readonly isWhole: boolean;
  /** Whether a note that is being changed would stand here, were it there. */
  readonly isOurs: (note: Note) => boolean;
  readonly named: boolean;
  readonly writes: Pick<NoteWrites, 'edit' | 'remove' | 'restore'>;
  readonly mayEdit: (note: Note) => boolean;
  readonly mayRemove: (note: Note) => boolean;
  /** Where a note stands that is not the server's own. */
  readonly from?: (note: Note) => ReactNode;
  /** What stands there while there is none. */
  readonly empty: ReactNode;
}) {
  const { t } = useTranslation('notes');
  const [drafts, hold] = useHeldDrafts<NoteDraft>();
  const { removed, take, end } = useRemoved<Note>(notes);
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
  /** `seen`: the note as its editor sees it beside what is typed. */
  const save = async (draft: NoteDraft, seen: Note, comment: string) => {
    close(seen.id);
    if (comment === seen.comment) return;
    const end = await writes.edit(seen, seen.comment, comment);
    if (end === 'lost') hold(seen.id, { ...draft, typed: comment });
  };
  const held = new Map(notes.map((note) => [note.id, note]));
  const places = placesOf(
    notes,
    removed,
    // Somebody else removed it, or it is out of sight: what is typed stays.
    [...drafts.values()].flatMap(({ note }) => (held.has(note.id) ? [] : [note])).filter(isOurs),
  );
  return places.length === 0 ? (
    empty
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
              onSend={(comment) => void save(draft, now ?? draft.note, comment)}
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
            named={named}
            from={from?.(note)}
            takesFocus={takesFocus}
            onEdit={mayEdit(now) ? onEdit : undefined}
            onRemove={mayRemove(now) ? onRemove : undefined}
          />
        );
      })}
    </ul>
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
