import './notes.css';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../domain/rows.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { serverStream } from '../../protocol/streams.ts';
import { useOne, useRows } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { isolated } from '../text/isolated.ts';
import { NoteItem } from './note-item.tsx';
import { notePermissions, useNoteWrites, type Note } from './use-notes.ts';

/** So many are drawn at first, and so many more each time. */
const STEP = 100;

/** The notes of a server, newest first, or those about one player; with what was removed just now to be brought back. */
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
  const [shown, setShown] = useState(STEP);
  const { ready, rows, total } = useRows({
    view: 'rows',
    resource: 'notes',
    server_id: serverId,
    text,
    where: player === null ? {} : { player_id: player },
    window: { from: 0, to: shown },
  });
  const writes = useNoteWrites(serverId);
  const { edit, remove } = notePermissions(account, serverId);
  const [removed, setRemoved] = useState<Note | null>(null);
  const stream = serverStream(serverId, 'notes');
  const refused = useOne({ view: 'link' }).row?.refused?.includes(stream) === true;
  const known = useRows({ view: 'streams', server_id: serverId }).rows.some(
    ({ id }) => id === stream,
  );
  if (refused) return <p className="empty">{t('refused')}</p>;
  if (!ready || !known) return <Loading lines={3} />;
  return (
    <>
      <NoteRefusals serverId={serverId} />
      {removed === null ? null : (
        <Removed
          key={removed.id}
          note={removed}
          onUndo={() => {
            const { pending: _, ...row } = removed;
            writes.restore(row);
            setRemoved(null);
          }}
        />
      )}
      {rows.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <ul className="notes">
          {rows.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              named={player === null}
              onEdit={edit ? (comment) => writes.edit(note, comment) : undefined}
              onRemove={
                remove
                  ? () => {
                      void writes
                        .remove(note)
                        .then((done) => (done ? setRemoved(note) : undefined));
                    }
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      {total <= shown ? null : <Button onClick={() => setShown(shown + STEP)}>{t('more')}</Button>}
    </>
  );
}

/** What was removed just now; the button that did it is gone, so that the focus goes to its undoing. */
function Removed({ note, onUndo }: { readonly note: Note; readonly onUndo: () => void }) {
  const { t } = useTranslation('notes');
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  const player = isolated(note.player_name === '' ? t('nobody') : note.player_name);
  return (
    <Notice
      action={
        <Button ref={undo} onClick={onUndo}>
          {t('undo')}
        </Button>
      }
    >
      {t('removed', { player })}
    </Notice>
  );
}

/** What the host refused, until it has been read. */
export function NoteRefusals({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('notes');
  const { dismiss } = useNoteWrites(serverId);
  const { rows } = useRows({ view: 'writes', server_id: serverId });
  const failed = rows.filter((write) => write.state === 'failed' && write.resource === 'notes');
  return failed.map((write) => (
    <Notice
      key={write.id}
      tone="bad"
      action={
        <Button
          kind="quiet"
          icon={<X />}
          aria-label={t('dismiss', { ns: 'common' })}
          onClick={() => dismiss(write.id)}
        />
      }
    >
      {t(`failed.${write.write}`, {
        why: t((write.error ?? 'internal-error') as ErrorCode, { ns: 'errors' }),
      })}
    </Notice>
  ));
}
