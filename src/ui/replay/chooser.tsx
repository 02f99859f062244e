import { History, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import type { NotRecorded } from '../../worker/contract.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { Select } from '../parts/select.tsx';
import { toast } from '../parts/toasts.tsx';
import type { SharedMoment } from './address.ts';
import type { OpeningFailed } from './connect.ts';

/** Spans of the kept log in minutes; everything is longer than any log that is kept. */
const SPANS = [5, 10, 30, 60] as const;
const EVERYTHING = 1_000_000;

/** Where a recording comes from: a file that is dropped or chosen, or the log that this browser keeps. */
export function Chooser({
  failed,
  wanted,
  over,
  onFile,
}: {
  readonly failed: OpeningFailed | null;
  readonly wanted: SharedMoment | null;
  /** A file is held over the page. */
  readonly over: boolean;
  readonly onFile: (file: Blob) => void;
}) {
  const { t } = useTranslation('replay');
  const signedIn = useOne({ view: 'account' }).row !== undefined;
  return (
    <main className="replay-chooser">
      <header>
        <h1>{t('title')}</h1>
        <p className="soft">{t('intro')}</p>
      </header>
      {failed === null ? null : <Notice tone="bad">{t(`failed.${failed}`)}</Notice>}
      {wanted === null ? null : <Notice>{t('wanted', { ...wanted })}</Notice>}
      <div className="replay-drop" data-over={over}>
        <Upload className="icon" aria-hidden="true" />
        <label>
          <span>{t('drop')}</span>
          <input
            type="file"
            className="input"
            accept=".ndjson,.jsonl,application/x-ndjson"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file !== undefined) onFile(file);
            }}
          />
        </label>
        <p className="soft">{t('fileHint')}</p>
      </div>
      {signedIn ? <KeptLog onFile={onFile} /> : null}
      <Link href={`~${to.dashboard()}`}>{t('leave')}</Link>
    </main>
  );
}

function KeptLog({ onFile }: { readonly onFile: (file: Blob) => void }) {
  const { t } = useTranslation('replay');
  const commands = useCommands();
  const [minutes, setMinutes] = useState(String(SPANS[1]));
  const [busy, setBusy] = useState(false);
  const [nothing, setNothing] = useState<NotRecorded | null>(null);
  const open = async () => {
    setBusy(true);
    // It stays on this machine: names and texts are as the other tabs show them.
    const kept = await commands
      .exportRecording({ minutes: Number(minutes), redact: false, keepChat: true })
      .finally(() => setBusy(false));
    setNothing(typeof kept === 'string' ? kept : null);
    if (typeof kept !== 'string') onFile(kept.file);
  };
  return (
    <Panel title={t('kept')}>
      <div className="stack">
        <p className="soft">{t('keptText')}</p>
        <div className="replay-kept">
          <Select
            label={t('keptSpan')}
            value={minutes}
            onValue={setMinutes}
            options={[
              ...SPANS.map((count) => ({
                value: String(count),
                label: t('keptMinutes', { count }),
              })),
              { value: String(EVERYTHING), label: t('keptAll') },
            ]}
          />
          <Button
            kind="primary"
            icon={<History />}
            busy={busy}
            onClick={() =>
              void open().catch((error: unknown) => {
                toast(t('workerFailed', { ns: 'common' }), 'bad');
                reportError(error);
              })
            }
          >
            {t('openKept')}
          </Button>
        </div>
        {nothing === null ? null : (
          <Notice tone="warn">{t(nothing === 'not-kept' ? 'notKept' : 'keptNothing')}</Notice>
        )}
      </div>
    </Panel>
  );
}
