import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import type { Called } from '../parts/use-call.ts';
import { NotePlaces } from './note-places.tsx';
import type { Note } from './use-notes.ts';
import { noteOf, type NoteBucket, type useSharedWrites } from './use-shared-notes.ts';

/** What stands about a player in the buckets of notes that a server uses. */
export function SharedNotes({
  player,
  buckets,
  read: { answer, error, reload },
  writes,
}: {
  readonly player: string;
  readonly buckets: readonly NoteBucket[];
  readonly read: Called<'personBuckets'>;
  readonly writes: ReturnType<typeof useSharedWrites>;
}) {
  const { t } = useTranslation('notes');
  if (answer === null) {
    return error === null ? <Loading lines={1} /> : <CallError error={error} onRetry={reload} />;
  }
  const bucketOf = ({ server_id: id }: Note) => buckets.find((bucket) => bucket.id === id);
  const notes = answer.entries
    .filter(({ in_force }) => in_force)
    .map(({ entry }) => noteOf(entry, player))
    .filter((note) => bucketOf(note) !== undefined);
  return (
    <>
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      <NotePlaces
        notes={notes}
        isWhole={answer.more === 0}
        isOurs={(note) => note.player_id === player && bucketOf(note) !== undefined}
        named={false}
        writes={writes}
        mayEdit={(note) => bucketOf(note)?.edits === true}
        mayRemove={(note) => bucketOf(note)?.removes === true}
        from={(note) => (
          <Link href={to.bucket(note.server_id)}>
            <bdi>{bucketOf(note)?.identifier}</bdi>
          </Link>
        )}
        empty={<p className="soft">{t('noneShared')}</p>}
      />
    </>
  );
}
