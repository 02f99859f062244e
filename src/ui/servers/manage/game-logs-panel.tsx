import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../../domain/rows.ts';
import { factsOf } from '../../../protocol/games/games.ts';
import { LOG_UPLOAD_MAX } from '../../../protocol/servers/calls.ts';
import type { CallAnswer } from '../../../worker/contract.ts';
import { useResource } from '../../data/use-resource.ts';
import { useCommands } from '../../data/use-view.ts';
import { KeptFiles } from '../../files/kept-files.tsx';
import { RoomLeft, useAskRoom } from '../../files/room.tsx';
import { Control, Labelled } from '../../parts/field.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { formatMoment } from '../../text/format.ts';
import { errorText } from '../../text/problem-text.ts';

type Brought = CallAnswer<'serverLogUpload'>;

/** A file that was chosen, and what it brought, or why it brought nothing; neither while it is read. */
interface Upload {
  readonly name: string;
  readonly brought?: Brought;
  readonly refused?: string;
}

/** The logs that the game itself writes: which are followed, and files that are read into the feed. */
export function GameLogsPanel({
  server,
  manages,
  folder,
}: {
  readonly server: ServerRow;
  /** Whether the account may read logs into the feed. */
  readonly manages: boolean;
  /** The server's log folder, where there is one and the account may know it. */
  readonly folder: string | null;
}) {
  const { t } = useTranslation('serverPages');
  const { uploads, busy, choose, dialog } = useUploads(server.id);
  if (factsOf(server.configuration.game).logs.length === 0) return null;
  return (
    <Panel title={t('gameLogs.title')}>
      <div className="stack">
        <p className="soft">{t('gameLogs.text')}</p>
        {folder === null ? null : <Followed serverId={server.id} />}
        <Labelled
          label={t('gameLogs.choose')}
          hint={manages ? t('gameLogs.hint') : t('gameLogs.denied')}
        >
          <Control
            className="input"
            type="file"
            multiple
            disabled={!manages || busy}
            onChange={({ currentTarget }) => {
              void choose([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
        </Labelled>
        {uploads.map((upload) => (
          <UploadNotice key={upload.name} upload={upload} />
        ))}
        {manages ? <RoomLeft serverId={server.id} /> : null}
        <KeptFiles serverId={server.id} />
        {dialog}
      </div>
    </Panel>
  );
}

/** Which logs of the log folder are read, or why none is. */
function Followed({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  const [logs] = useResource('logs', serverId).rows;
  if (logs === undefined) return null;
  const { problem, files } = logs;
  if (problem !== null) return <Notice tone="warn">{t(`gameLogs.problem.${problem}`)}</Notice>;
  if (files.length === 0) return <p className="soft">{t('gameLogs.waits')}</p>;
  return (
    <div className="soft">
      {files.map(({ kind, file, line_at: at }) => (
        <p key={kind}>
          {at === null
            ? t('gameLogs.follows', { file })
            : t('gameLogs.followsSince', { file, moment: formatMoment(at, locale) })}
        </p>
      ))}
    </div>
  );
}

function UploadNotice({ upload: { name, brought, refused } }: { readonly upload: Upload }) {
  const { t } = useTranslation('serverPages');
  if (refused !== undefined) {
    return (
      <Notice tone="bad">
        <b>{name}</b> {refused}
      </Notice>
    );
  }
  if (brought === undefined) return <Notice>{t('gameLogs.reading', { file: name })}</Notice>;
  const { told, known, old, other, unexplained, first_unexplained: first } = brought;
  const counts = { told, known, old, other } as const;
  const words = (Object.keys(counts) as (keyof typeof counts)[])
    .filter((kind) => kind === 'told' || counts[kind] > 0)
    .map((kind) => t(`gameLogs.${kind}`, { count: counts[kind] }));
  return (
    <Notice tone={unexplained > 0 ? 'warn' : 'good'}>
      <b>{name}</b> {words.join(', ')}
      {unexplained === 0 ? null : (
        <div>{t('gameLogs.unexplained', { count: unexplained, first: first ?? '' })}</div>
      )}
      <div className="soft">
        {t(brought.kept_before ? 'keptBefore' : 'kept', { ns: 'files' })}{' '}
        {brought.deleted === 0 ? null : t('made', { ns: 'files', count: brought.deleted })}
      </div>
    </Notice>
  );
}

/** Files are read one after the other, and each says what it brought. */
function useUploads(serverId: string) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const [dialog, askRoom] = useAskRoom(serverId);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [busy, setBusy] = useState(false);

  const read = async (file: File): Promise<Omit<Upload, 'name'>> => {
    if (file.size > 2 * LOG_UPLOAD_MAX) return { refused: t('gameLogs.tooLarge') };
    const text = (await textOf(file)).replaceAll('\0', '');
    if (text === '') return { refused: t('gameLogs.noText') };
    if (text.length > LOG_UPLOAD_MAX) return { refused: t('gameLogs.tooLarge') };
    const bytes = new TextEncoder().encode(text).length;
    if (!(await askRoom(file.name, bytes))) return { refused: t('room.no', { ns: 'files' }) };
    const outcome = await commands.call('serverLogUpload', {
      params: { server_id: serverId },
      body: { name: file.name.slice(-255), text, modified_at: Math.max(0, file.lastModified) },
    });
    return outcome.ok ? { brought: outcome.value } : { refused: errorText(outcome.error) };
  };

  return {
    uploads,
    busy,
    dialog,
    choose: async (files: readonly File[]) => {
      setBusy(true);
      for (const file of files) {
        const { name } = file;
        const put = (upload: Upload) =>
          setUploads((before) => [...before.filter((one) => one.name !== name), upload]);
        put({ name });
        put({ name, ...(await read(file)) });
      }
      setBusy(false);
    },
  };
}

/** The text of a file; empty where the browser may not read it. */
async function textOf(file: File): Promise<string> {
  try {
    return await file.text();
  } catch (error) {
    if (error instanceof DOMException) return '';
    throw error;
  }
}
