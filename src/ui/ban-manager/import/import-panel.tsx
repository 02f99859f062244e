import { Download, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FileBan, LineFault } from '../../../domain/bans/file.ts';
import { banErrorText, mayIn, type BanList } from '../../bans/known/ban-list.ts';
import { Button } from '../../parts/button.tsx';
import { UnsavedGuard } from '../../parts/unsaved-guard.tsx';
import { useLocale } from '../../parts/locale.ts';
import { NotTaken } from '../../parts/not-taken.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RowsTable } from '../../parts/rows-table.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { countOf } from '../../parts/send-parts.ts';
import { formatBytes, formatCount, formatMoment } from '../../text/format.ts';
import { Ended } from './ended.tsx';
import './import.css';
import type { BansOfFile } from './read-bans.ts';
import { RecentImports } from './recent-imports.tsx';
import { UndoProgress } from './undo-progress.tsx';
import { useImport, type Sent } from './use-import.ts';
import { useUndo } from './use-undo.ts';

/** As many bans of a file are shown before they are taken. */
const SHOWN = 5;

/** Takes the bans of a file into a list. `bansHref`: where they are seen then. */
export function ImportPanel({
  list,
  bansHref,
}: {
  readonly list: BanList;
  readonly bansHref: string;
}) {
  const { t } = useTranslation('banImport');
  const undo = useUndo(list.id);
  const importing = useImport(list.id);
  const { state, stop, again } = importing;
  const isSending = state.kind === 'sending' || undo.state?.kind === 'under-way';
  const forget = () => {
    stop();
    undo.stop();
  };
  return (
    <>
      <Panel title={t('title')}>
        <div className="stack">
          <UnsavedGuard form={{ changed: isSending, forget }} />
          {undo.state === null ? (
            <Importing
              list={list}
              bansHref={bansHref}
              importing={importing}
              onUndo={({ id: importId, added: total }) => {
                again();
                undo.begin({ importId, total, removed: 0, kept: 0 });
              }}
            />
          ) : (
            <UndoProgress undo={undo} />
          )}
        </div>
      </Panel>
      {isSending ? null : <RecentImports list={list} undo={undo} />}
    </>
  );
}

function Importing({
  list,
  bansHref,
  importing: { state, choose, send, stop, again },
  onUndo,
}: {
  readonly list: BanList;
  readonly bansHref: string;
  readonly importing: ReturnType<typeof useImport>;
  readonly onUndo: (sent: Sent) => void;
}) {
  const { t } = useTranslation('banImport');
  const locale = useLocale();
  const mayUndo = mayIn(list, 'banlist.remove') || mayIn(list, 'banlist.remove-own');
  const taken = (file: File) => void choose(file).catch(reportError);
  const sent = (name: string, file: BansOfFile, from?: Sent) =>
    void send(name, file, from).catch(reportError);
  return (
    <>
      {state.kind === 'choosing' ? <Chooser fault={state.fault} onFile={taken} /> : null}
      {state.kind === 'reading' ? (
        <>
          <progress
            className="import-progress"
            aria-label={t('reading')}
            max={Math.max(1, state.all)}
            value={state.bytes}
          />
          <p className="soft numeric">
            {t('readingHow', {
              done: formatBytes(state.bytes, locale),
              all: formatBytes(state.all, locale),
            })}
          </p>
          <div>
            <Button onClick={again}>{t('cancel')}</Button>
          </div>
        </>
      ) : null}
      {state.kind === 'read' ? (
        <>
          <Found name={state.name} file={state.file} />
          <div className="actions">
            <Button onClick={again}>{t('other')}</Button>
            {state.file.bans.length === 0 ? null : (
              <Button kind="primary" onClick={() => sent(state.name, state.file)}>
                {t('import', { count: state.file.bans.length })}
              </Button>
            )}
          </div>
        </>
      ) : null}
      {state.kind === 'sending' ? <Sending {...state} onStop={stop} /> : null}
      {state.kind === 'ended' ? (
        <Ended
          {...state}
          bansHref={bansHref}
          onUndo={mayUndo ? () => onUndo(state.sent) : null}
          onAgain={again}
          onSend={() => sent(state.name, state.file, state.sent)}
        />
      ) : null}
    </>
  );
}

function Chooser({
  fault,
  onFile,
}: {
  readonly fault: Extract<ReturnType<typeof useImport>['state'], { kind: 'choosing' }>['fault'];
  readonly onFile: (file: File) => void;
}) {
  const { t } = useTranslation('banImport');
  return (
    <>
      <p className="soft">{t('intro')}</p>
      {fault === null ? null : <Notice tone="bad">{t(`fault.${fault}`)}</Notice>}
      <label className="ban-file">
        <span>
          <Upload className="icon" aria-hidden="true" /> {t('choose')}
        </span>
        <input
          type="file"
          className="input"
          accept=".txt,.cfg,.csv,.log,.json,.ndjson,text/plain,text/csv,application/json"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = '';
            if (file !== undefined) onFile(file);
          }}
        />
      </label>
    </>
  );
}

/** How far an import is, with what the host did not take of it so far. */
function Sending({
  file,
  sent: { left, refused },
  rests,
  onStop,
}: Extract<ReturnType<typeof useImport>['state'], { kind: 'sending' }> & {
  readonly onStop: () => void;
}) {
  const { t } = useTranslation('banImport');
  const locale = useLocale();
  const total = file.bans.length;
  const done = total - countOf(left) - countOf(refused);
  return (
    <>
      <progress className="import-progress" aria-label={t('sending')} max={total} value={done} />
      <p className="soft numeric" role="status">
        {t('sendingHow', { done: formatCount(done, locale), total: formatCount(total, locale) })}{' '}
        {rests ? t('rests') : null}
      </p>
      <NotTaken parts={refused} lines={file.lines} reasonText={banErrorText} />
      <div>
        <Button onClick={onStop}>{t('stop')}</Button>
      </div>
    </>
  );
}

/** What a file has: how many bans, the first of them, and each line that is none. */
function Found({ name, file }: { readonly name: string; readonly file: BansOfFile }) {
  const { t } = useTranslation('banImport');
  const locale = useLocale();
  const { bans, refused, faults } = file;
  const ends = bans.filter(({ until }) => until !== null).length;
  const count = [...faults.values()].reduce((sum, more) => sum + more, 0);
  return (
    <>
      <p>
        {t('found', { name, count: bans.length })}{' '}
        {bans.length === 0 ? null : t('ends', { count: ends })}
      </p>
      {bans.length === 0 ? null : (
        <div>
          {bans.length > SHOWN ? <p className="soft">{t('first')}</p> : null}
          <RowsTable
            // They never move: the file was read once.
            rows={bans.slice(0, SHOWN).map((ban, at) => ({ id: String(at), ban }))}
            columns={[
              { label: t('who'), of: ({ ban }) => <bdi>{whoOf(ban)}</bdi> },
              { label: t('reason'), of: ({ ban }) => <bdi>{ban.reason}</bdi> },
              {
                label: t('until'),
                of: ({ ban: { until } }) =>
                  until === null ? t('forEver') : formatMoment(until, locale),
                className: 'numeric',
              },
            ]}
            actions={() => null}
          />
        </div>
      )}
      {count === 0 ? null : (
        <details>
          <summary>{t('refused', { count })}</summary>
          <ul className="soft">
            {[...faults].map(([fault, many]) => (
              <li key={fault}>{t(`line.${fault}`, { count: many })}</li>
            ))}
          </ul>
          <div>
            <Button
              kind="quiet"
              icon={<Download />}
              onClick={() => saveFile(file.refusedFile(), 'refused-lines.csv')}
            >
              {t('saveRefused')}
            </Button>
          </div>
          <ul className="refused-lines">
            {refused.map(({ line, text, fault }) => (
              <li key={line}>
                <RefusedText line={line} text={text} fault={fault} />
              </li>
            ))}
          </ul>
          {count === refused.length ? null : (
            <p className="soft">{t('moreRefused', { count: count - refused.length })}</p>
          )}
        </details>
      )}
    </>
  );
}

function RefusedText({
  line,
  text,
  fault,
}: {
  readonly line: number;
  readonly text: string;
  readonly fault: LineFault;
}) {
  const { t } = useTranslation('banImport');
  return (
    <>
      <span className="soft numeric">{t('lineNumber', { line })}</span> <code>{text}</code>{' '}
      <span className="soft">{t(`why.${fault}`)}</span>
    </>
  );
}

function whoOf({ name, banned }: FileBan): string {
  return name === null ? banned.value : `${name} (${banned.value})`;
}
