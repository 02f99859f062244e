import './notes.css';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../domain/rows.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../parts/button.tsx';
import { NoLines } from '../parts/no-lines.tsx';
import { NotePlaces } from './note-places.tsx';
import { NoteRefusals } from './note-refusals.tsx';
import { notePermissions, useNoteWrites, type Note } from './use-notes.ts';

/** So many are drawn at first, and so many more each time. */
const STEP = 100;

/** The notes that a server has for itself, newest first, or those about one player. */
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
  /** What stands there while there is none; null: nothing. */
  readonly empty: ReactNode;
}) {
  const { t } = useTranslation('notes');
  const [size, setSize] = useState(STEP);
  const where = player === null ? {} : { player_id: player };
  const { told, rows, total } = useResource('notes', serverId, { text, where, size });
  const writes = useNoteWrites(serverId);
  const { edit, remove } = notePermissions(account, serverId);
  const section = useRef<HTMLDivElement>(null);
  if (!told) {
    return <NoLines serverId={serverId} topic="notes" />;
  }
  const isOurs = ({ server_id, player_id }: Note) =>
    server_id === serverId && (player === null || player_id === player);
  return (
    <div className="note-list" ref={section} tabIndex={-1}>
      <NoteRefusals
        serverId={serverId}
        player={player}
        onDismiss={() => section.current?.focus()}
      />
      <NotePlaces
        notes={rows}
        isWhole={text.trim() === '' && rows.length >= total}
        isOurs={isOurs}
        named={player === null}
        writes={writes}
        mayEdit={() => edit}
        mayRemove={() => remove}
        empty={empty === null ? null : <p className="empty">{empty}</p>}
      />
      {total <= size ? null : <Button onClick={() => setSize(size + STEP)}>{t('more')}</Button>}
    </div>
  );
}
