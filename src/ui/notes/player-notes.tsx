import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../domain/rows.ts';
import { useReplaying } from '../data/use-view.ts';
import { useKeptText } from '../parts/kept-draft.ts';
import { Select } from '../parts/select.tsx';
import { toast } from '../parts/toasts.tsx';
import { useCall } from '../parts/use-call.ts';
import { NoteForm } from './note-form.tsx';
import { NoteList } from './note-list.tsx';
import { NoteRefusals } from './note-refusals.tsx';
import { SharedNotes } from './shared-notes.tsx';
import { notePermissions, useNoteWrites } from './use-notes.ts';
import { useNoteBuckets, useSharedWrites } from './use-shared-notes.ts';

/** The server itself, among the places where a note can stand. */
const HERE = '';

/** What was noted about a player, by the server and in the buckets of notes that it uses, and a field for more. */
export function PlayerNotes({
  serverId,
  account,
  player,
  takesFocus,
}: {
  readonly serverId: string;
  readonly account: AccountRow;
  /** Their muster_id. */
  readonly player: string;
  /** Whether somebody who wants to write one was led here; asked once. */
  readonly takesFocus?: () => boolean;
}) {
  const { t } = useTranslation('notes');
  const [typed, keep] = useKeptText(`note-about-${serverId}-${player}`);
  const writes = useNoteWrites(serverId);
  const heading = useRef<HTMLHeadingElement>(null);
  const replaying = useReplaying();
  const { view, edit } = notePermissions(account, serverId);
  const used = useNoteBuckets(serverId, account);
  const buckets = replaying ? [] : used;
  const shared = useCall(
    'personBuckets',
    buckets.length === 0 ? null : { params: { muster_id: player } },
    buckets.map(({ version }) => version).join(),
  );
  const sharedWrites = useSharedWrites(shared.reload);
  const [asked, setPlace] = useState(HERE);
  const places = [
    ...(edit ? [{ value: HERE, label: t('onServer') }] : []),
    ...buckets
      .filter(({ adds }) => adds)
      .map(({ id, identifier }) => ({ value: id, label: identifier })),
  ];
  const place = places.find(({ value }) => value === asked) ?? places[0];
  if (!view && !edit && buckets.length === 0) return null;
  const add = async (comment: string, where: string) => {
    keep('');
    const end =
      where === HERE
        ? await writes.add(player, comment)
        : await sharedWrites.add(where, player, comment);
    if (end === 'lost') keep((now) => (now === '' ? comment : `${comment}\n\n${now}`));
    // Whoever sees no list sees nothing of it else.
    if (end === 'done' && where === HERE && !view) toast(t('added'));
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
          empty={buckets.length > 0 ? null : t(replaying ? 'noneRecorded' : 'none')}
        />
      ) : (
        <NoteRefusals
          serverId={serverId}
          player={player}
          onDismiss={() => heading.current?.focus()}
        />
      )}
      {buckets.length === 0 ? null : (
        <SharedNotes player={player} buckets={buckets} read={shared} writes={sharedWrites} />
      )}
      {place === undefined ? null : (
        <>
          {places.length === 1 ? null : (
            <Select label={t('where')} value={place.value} options={places} onValue={setPlace} />
          )}
          <NoteForm
            label={t('write')}
            {...(takesFocus === undefined ? {} : { takesFocus })}
            typed={typed}
            send={t('add')}
            onType={keep}
            onSend={(comment) => void add(comment, place.value)}
          />
        </>
      )}
    </section>
  );
}
