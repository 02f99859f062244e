import { Circle, Download, History, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import type { NotRecorded, RecordingRequest } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { saveFile } from '../parts/save-file.ts';
import { toast } from '../parts/toasts.tsx';
import { formatBytes, formatCount, formatTime } from '../text/format.ts';

const MINUTES = 10;

/**
 * Saves what the worker kept lately as a recording, for a bug report that becomes a test. `epoch`: which worker
 * answers; another one is asked again whether a recording is under way.
 */
export function RecordingPanel({ epoch }: { readonly epoch: string }) {
  const { t } = useTranslation('inspector');
  const locale = useLocale();
  const commands = useCommands();
  const [since, setSince] = useState<number | null>(null);
  /** From when on the file that was saved tells, where that is later than was asked for; or that all ended. */
  const [note, setNote] = useState<number | 'ended' | null>(null);
  const [asIs, setAsIs] = useState(false);
  const [keepChat, setKeepChat] = useState(false);
  const [busy, setBusy] = useState(false);

  const failed = (error: unknown) => {
    toast(t('workerFailed', { ns: 'common' }), 'bad');
    reportError(error);
  };

  const shown = useRef<number | null>(null);
  const show = (now: number | null) => {
    shown.current = now;
    setSince(now);
  };
  useEffect(() => {
    commands.markRecording(null).then((now) => {
      if (shown.current !== null && now === null) setNote('ended');
      shown.current = now;
      setSince(now);
    }, reportError);
  }, [commands, epoch]);

  const refused = (why: NotRecorded) => toast(t(`recording.nothing.${why}`), 'bad');
  /** Answers whether a file was saved. */
  const save = async (minutes: RecordingRequest['minutes']): Promise<boolean> => {
    setBusy(true);
    try {
      const recorded = await commands.exportRecording({ minutes, redact: !asIs, keepChat });
      if (typeof recorded === 'string') {
        refused(recorded);
        if (recorded === 'not-begun') show(null);
        return false;
      }
      const { file, events, from, shortened } = recorded;
      saveFile(file, `muster-${new Date().toISOString().replaceAll(':', '-')}.ndjson`);
      const size = formatBytes(file.size, locale);
      toast(t('recording.saved', { count: events, events: formatCount(events, locale), size }));
      setNote(shortened ? from : null);
      return true;
    } finally {
      setBusy(false);
    }
  };
  const saveLast = () => void save(MINUTES).catch(failed);
  const begin = async () => {
    setNote(null);
    const begun = await commands.markRecording('start');
    show(begun);
    if (begun === null) refused('not-kept');
  };
  /** What could not be saved goes on: it can be saved again, or ended without. */
  const end = async (over: boolean) => {
    if (over) show(await commands.markRecording('stop'));
  };

  return (
    <Panel title={t('recording.title')}>
      <div className="inspector-recording">
        <p>{t('recording.intro')}</p>
        <label className="check">
          <input
            type="checkbox"
            checked={keepChat}
            disabled={asIs}
            onChange={(event) => setKeepChat(event.target.checked)}
          />
          {t('recording.keepChat')}
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={asIs}
            onChange={(event) => setAsIs(event.target.checked)}
          />
          {t('recording.asIs')}
        </label>
        <p className="inspector-actions">
          <Button icon={<Download />} busy={busy} onClick={saveLast}>
            {t('recording.saveLast', { count: MINUTES })}
          </Button>
          {since === null ? (
            <Button icon={<Circle />} busy={busy} onClick={() => void begin().catch(failed)}>
              {t('recording.start')}
            </Button>
          ) : (
            <>
              <Button
                icon={<Square />}
                kind="primary"
                busy={busy}
                onClick={() => void save(null).then(end).catch(failed)}
              >
                {t('recording.stop')}
              </Button>
              <Button busy={busy} onClick={() => void end(true).catch(failed)}>
                {t('recording.discard')}
              </Button>
            </>
          )}
          <ButtonLink href={to.replay()} icon={<History />}>
            {t('recording.replay')}
          </ButtonLink>
        </p>
        {note === null ? null : (
          <Notice tone="warn">
            {note === 'ended'
              ? t('recording.ended')
              : t('recording.shortened', { time: formatTime(note, locale) })}
          </Notice>
        )}
        {since === null ? null : (
          <p role="status">{t('recording.since', { time: formatTime(since, locale) })}</p>
        )}
      </div>
    </Panel>
  );
}
