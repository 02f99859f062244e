import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../../domain/rows.ts';
import { factsOf } from '../../../protocol/games/games.ts';
import { LOG_UPLOAD_MAX } from '../../../protocol/servers/calls.ts';
import type { CallAnswer } from '../../../worker/contract.ts';
import { useResource } from '../../data/use-resource.ts';
import { useCommands } from '../../data/use-view.ts';
import { Control, Labelled } from '../../parts/field.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { formatMoment } from '../../text/format.ts';
import { errorText } from '../../text/problem-text.ts';

type Brought = CallAnswer<'serverLogUpload'>;

/** A file that was chosen, and what became of it. */
interface Upload {
  readonly name: string;
  readonly outcome:
    | { readonly kind: 'reading' }
    | { readonly kind: 'refused'; readonly text: string }
    | { readonly kind: 'read'; readonly brought: Brought };
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
  const { uploads, busy, choose } = useUploads(server.id);
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

function UploadNotice({ upload: { name, outcome } }: { readonly upload: Upload }) {
  const { t } = useTranslation('serverPages');
  if (outcome.kind === 'reading') return <Notice>{t('gameLogs.reading', { file: name })}</Notice>;
  if (outcome.kind === 'refused') {
    return (
      <Notice tone="bad">
        <b>{name}</b> {outcome.text}
      </Notice>
    );
  }
  const { told, known, old, other, unexplained, first_unexplained: first } = outcome.brought;
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
    </Notice>
  );
}

/** Files are read one after the other, and each says what it brought. */
function useUploads(serverId: string) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [busy, setBusy] = useState(false);

  const read = async (file: File): Promise<Upload['outcome']> => {
    if (file.size > 2 * LOG_UPLOAD_MAX) return { kind: 'refused', text: t('gameLogs.tooLarge') };
    const text = (await textOf(file)).replaceAll('\0', '');
    if (text === '') return { kind: 'refused', text: t('gameLogs.noText') };
    if (text.length > LOG_UPLOAD_MAX) return { kind: 'refused', text: t('gameLogs.tooLarge') };
    const outcome = await commands.call('serverLogUpload', {
      params: { server_id: serverId },
      body: { name: file.name.slice(-255), text, modified_at: Math.max(0, file.lastModified) },
    });
    return outcome.ok
      ? { kind: 'read', brought: outcome.value }
      : { kind: 'refused', text: errorText(outcome.error) };
  };

  return {
    uploads,
    busy,
    choose: async (files: readonly File[]) => {
      setBusy(true);
      for (const file of files) {
        const put = (outcome: Upload['outcome']) =>
          setUploads((before) => [
            ...before.filter(({ name }) => name !== file.name),
            { name: file.name, outcome },
          ]);
        put({ kind: 'reading' });
        put(await read(file));
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
