import './notes.css';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../domain/rows.ts';
import { RESTORE_MS } from '../../protocol/resources/calls.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../parts/button.tsx';
import { useHeldDrafts } from '../parts/kept-draft.ts';
import { NoLines } from '../parts/no-lines.tsx';
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
  const [removed, setRemoved] = useState<readonly RemovedNote[]>([]);
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
      setRemoved((before) => [...without(before, note), { note, gone: false }]);
      writes.remove(note);
    },
    [writes],
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

  // Whoever brings a note back, or keeps it from being removed, ends its place.
  useEffect(() => {
    const there = new Set(rows.map(({ id }) => id));
    setRemoved((before) =>
      before.length === 0
        ? before
        : before
            .filter(({ note, gone }) => !gone || !there.has(note.id))
            .map(({ note, gone }) => ({ note, gone: gone || !there.has(note.id) })),
    );
  }, [rows]);

  if (!told) {
    return <NoLines serverId={serverId} topic="notes" />;
  }
  const held = new Map(rows.map((note) => [note.id, note]));
  const isWhole = text.trim() === '' && rows.length >= total;
  const places = placesOf(
    rows,
    removed.map(({ note }) => note).filter(({ id }) => !held.has(id)),
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
                note={note}
                takesFocus={takesFocus}
                onUndo={() => {
                  focused.current = note.id;
                  writes.restore(note);
                }}
                onEnd={() => setRemoved((before) => without(before, note))}
              />
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

/** What was removed just now; `gone`: the rows have told so. */
interface RemovedNote {
  readonly note: Note;
  readonly gone: boolean;
}

function without(removed: readonly RemovedNote[], { id }: Note): readonly RemovedNote[] {
  return removed.filter(({ note }) => note.id !== id);
}

/** Newest first, as the rows are; what is no row keeps the place that it had among them. */
function placesOf(...of: readonly (readonly Note[])[]): readonly Note[] {
  const places = new Map(of.flat().map((note) => [note.id, note]));
  return [...places.values()].sort((a, b) => b.created - a.created || (a.id < b.id ? -1 : 1));
}

function undoing({ id }: Note): string {
  return `undo ${id}`;
}

/** The place of what was removed just now, for as long as it can be brought back. */
function Removed({
  note,
  takesFocus,
  onUndo,
  onEnd,
}: {
  readonly note: Note;
  readonly takesFocus: (place: string) => boolean;
  readonly onUndo: () => void;
  readonly onEnd: () => void;
}) {
  const { t } = useTranslation('notes');
  const undo = useRef<HTMLButtonElement>(null);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (takesFocus(undoing(note))) undo.current?.focus();
  }, [note, takesFocus]);
  useEffect(() => {
    const timer = setTimeout(() => end.current(), RESTORE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <li className="removed">
      <span className="soft" role="status">
        {t('removed', { player: aboutWhom(note) })}
      </span>
      <Button ref={undo} onClick={onUndo}>
        {t('undo')}
      </Button>
    </li>
  );
}
