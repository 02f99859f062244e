import './notes.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useOne, useReplaying } from '../data/use-view.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { ServerName } from '../parts/server-name.tsx';
import { useCall } from '../parts/use-call.ts';
import { NoteItem } from './note-item.tsx';

const ACCOUNT = ['servers'] as const;

interface Props {
  readonly musterId: string;
  /** Other notes may be there whenever this is another. */
  readonly version: string;
  /** Where those of a server are read in full, and changed. */
  readonly hrefOf: (serverId: string) => string;
}

/** What servers have noted about somebody, for whoever reads notes of any. A replay has none: they are of now. */
export function PersonNotes(props: Props) {
  const servers = useOne({ view: 'account' }, ACCOUNT).row?.servers ?? {};
  const replaying = useReplaying();
  const reads = Object.values(servers).some((held) => held.includes('server.notes.view'));
  return reads && !replaying ? <OnServers {...props} /> : null;
}

function OnServers({ musterId, version, hrefOf }: Props) {
  const { t } = useTranslation('notes');
  const input = { params: { muster_id: musterId } };
  const { answer, error, reload } = useCall('personNotes', input, version);
  return (
    <section className="stack">
      <h3>{t('title')}</h3>
      {error !== null ? (
        <CallError error={error} onRetry={reload} />
      ) : answer === null ? (
        <Loading lines={1} />
      ) : answer.notes.length === 0 ? (
        <p className="soft">{t('noneAnywhere')}</p>
      ) : (
        <ul className="notes" tabIndex={0} aria-label={t('title')}>
          {answer.notes.map((note) => (
            <NoteItem
              key={note.id}
              note={{ ...note, pending: false }}
              named={false}
              from={
                <Link href={hrefOf(note.server_id)}>
                  <ServerName id={note.server_id} />
                </Link>
              }
              takesFocus={never}
              onEdit={undefined}
              onRemove={undefined}
            />
          ))}
        </ul>
      )}
      {answer === null || answer.more === 0 ? null : (
        <p className="soft">{t('older', { count: answer.more })}</p>
      )}
    </section>
  );
}

function never(): boolean {
  return false;
}
