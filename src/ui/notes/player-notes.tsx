import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../domain/rows.ts';
import { NoteForm } from './note-form.tsx';
import { NoteList, NoteRefusals } from './note-list.tsx';
import { notePermissions, useNoteWrites } from './use-notes.ts';

/** What was noted about a player, and a field for more. */
export function PlayerNotes({
  serverId,
  account,
  player,
}: {
  readonly serverId: string;
  readonly account: AccountRow;
  /** Their muster_id. */
  readonly player: string;
}) {
  const { t } = useTranslation('notes');
  const writes = useNoteWrites(serverId);
  const { view, edit } = notePermissions(account, serverId);
  if (!view && !edit) return null;
  return (
    <section className="player-notes">
      <h3>{t('title')}</h3>
      {view ? (
        <NoteList serverId={serverId} account={account} player={player} empty={t('none')} />
      ) : (
        <NoteRefusals serverId={serverId} />
      )}
      {edit ? (
        <NoteForm
          label={t('write')}
          draft={`note-about-${serverId}-${player}`}
          send={t('add')}
          onSend={(comment) => writes.add(player, comment)}
        />
      ) : null}
    </section>
  );
}
