import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../domain/rows.ts';
import { useReplaying } from '../data/use-view.ts';
import { useKeptText } from '../parts/kept-draft.ts';
import { toast } from '../parts/toasts.tsx';
import { NoteForm } from './note-form.tsx';
import { NoteList } from './note-list.tsx';
import { NoteRefusals } from './note-refusals.tsx';
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
  const [typed, keep] = useKeptText(`note-about-${serverId}-${player}`);
  const writes = useNoteWrites(serverId);
  const heading = useRef<HTMLHeadingElement>(null);
  const replaying = useReplaying();
  const { view, edit } = notePermissions(account, serverId);
  if (!view && !edit) return null;
  const add = async (comment: string) => {
    keep('');
    const end = await writes.add(player, comment);
    if (end === 'lost') keep((now) => (now === '' ? comment : `${comment}\n\n${now}`));
    // Whoever sees no list sees nothing of it else.
    if (end === 'done' && !view) toast(t('added'));
  };
  return (
    <section className="player-notes">
      <h3 ref={heading} tabIndex={-1}>
        {t('title')}
      </h3>
      {view ? (
        <NoteList
          serverId={serverId}
          account={account}
          player={player}
          empty={t(replaying ? 'noneRecorded' : 'none')}
        />
      ) : (
        <NoteRefusals
          serverId={serverId}
          player={player}
          onDismiss={() => heading.current?.focus()}
        />
      )}
      {edit ? (
        <NoteForm
          label={t('write')}
          typed={typed}
          send={t('add')}
          onType={keep}
          onSend={(comment) => void add(comment)}
        />
      ) : null}
    </section>
  );
}
