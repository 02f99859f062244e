import './notes.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { resourceStream } from '../../protocol/streams.ts';
import { useResource } from '../data/use-resource.ts';
import { useOne, useReplaying, useRow, useView } from '../data/use-view.ts';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { ServerName } from '../parts/server-name.tsx';
import { useCall } from '../parts/use-call.ts';
import { usePaced } from '../parts/use-paced.ts';
import { NoteItem } from './note-item.tsx';

const ACCOUNT = ['servers'] as const;
/** A server where many are written does not have them asked for more often than this. */
const PACE_MS = 3_000;
/** Of somebody who was on more servers than so many, the others are asked again with one of these. */
const FOLLOWED = 20;
/** What a server noted is followed, and not shown from there. */
const NEWEST = { size: 1 };
const POSITION = ['position'] as const;

interface Props {
  readonly musterId: string;
  /** Where they were, the newest first. */
  readonly servers: readonly string[];
  /** Other notes may be there whenever this is another. */
  readonly version: string;
  /** Where those of a server are read in full, and changed. */
  readonly hrefOf: (serverId: string) => string;
}

/** What servers have noted about somebody, for whoever reads notes of any. A replay has none: they are of now. */
export function PersonNotes(props: Props) {
  const servers = useOne({ view: 'account' }, ACCOUNT).row?.servers ?? {};
  const replaying = useReplaying();
  const reads = (id: string) => servers[id]?.includes('server.notes.view') === true;
  if (replaying || !Object.keys(servers).some(reads)) return null;
  return <OnServers {...props} reads={reads} />;
}

function OnServers({
  musterId,
  servers,
  version,
  hrefOf,
  reads,
}: Props & { readonly reads: (serverId: string) => boolean }) {
  const { t } = useTranslation('notes');
  const [moved, setMoved] = useState<Readonly<Record<string, number>>>({});
  const input = { params: { muster_id: musterId } };
  const { answer, error, reload } = useCall(
    'personNotes',
    input,
    // Something was noted, or is another now, here or elsewhere: it is asked again.
    `${version} ${usePaced(JSON.stringify(moved), PACE_MS)}`,
  );
  const noted = answer?.notes.map(({ server_id }) => server_id) ?? [];
  const followed = [...new Set([...servers, ...noted])].filter(reads).slice(0, FOLLOWED);
  return (
    <section className="stack">
      {followed.map((id) => (
        <Followed
          key={id}
          serverId={id}
          onMoved={(position) => setMoved((before) => ({ ...before, [id]: position }))}
        />
      ))}
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

/** Says how far the notes of a server are, whoever they are about. */
function Followed({
  serverId,
  onMoved,
}: {
  readonly serverId: string;
  readonly onMoved: (position: number) => void;
}) {
  useResource('notes', serverId, NEWEST);
  const { row } = useView({ view: 'streams', server_id: serverId });
  const position = useRow(row(resourceStream('notes', serverId)), POSITION)?.position;
  const tell = useRef(onMoved);
  useEffect(() => {
    tell.current = onMoved;
  });
  useEffect(() => {
    if (position !== undefined) tell.current(position);
  }, [position]);
  return null;
}

function never(): boolean {
  return false;
}
