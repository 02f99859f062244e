import { Circle, Download, History, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordingRequest } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import { to } from '../routes.ts';
import { formatBytes, formatCount } from '../text/format.ts';
import { saveFile } from './save-file.ts';

const MINUTES = 10;

/** Saves what the worker kept lately as a recording, for a bug report that becomes a test. */
export function RecordingPanel() {
  const { t } = useTranslation('inspector');
  const locale = useLocale();
  const commands = useCommands();
  const [since, setSince] = useState<number | null>(null);
  const [asIs, setAsIs] = useState(false);
  const [keepChat, setKeepChat] = useState(false);
  const [busy, setBusy] = useState(false);

  const failed = (error: unknown) => {
    toast(t('workerFailed', { ns: 'common' }), 'bad');
    reportError(error);
  };

  useEffect(() => {
    commands.markRecording(null).then(setSince, reportError);
  }, [commands]);

  const save = async (minutes: RecordingRequest['minutes']): Promise<boolean> => {
    setBusy(true);
    try {
      const recorded = await commands.exportRecording({ minutes, redact: !asIs, keepChat });
      if (recorded === null) {
        toast(t('recording.nothing'), 'bad');
        return false;
      }
      const { file, events } = recorded;
      saveFile(file, `muster-${new Date().toISOString().replaceAll(':', '-')}.ndjson`);
      const size = formatBytes(file.size, locale);
      toast(t('recording.saved', { count: events, events: formatCount(events, locale), size }));
      return true;
    } finally {
      setBusy(false);
    }
  };
  const saveLast = () => void save(MINUTES).catch(failed);
  const begin = () => void commands.markRecording('start').then(setSince, failed);
  const stop = async () => {
    await save(null);
    setSince(await commands.markRecording('stop'));
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
            <Button icon={<Circle />} busy={busy} onClick={begin}>
              {t('recording.start')}
            </Button>
          ) : (
            <Button
              icon={<Square />}
              kind="primary"
              busy={busy}
              onClick={() => void stop().catch(failed)}
            >
              {t('recording.stop')}
            </Button>
          )}
          <ButtonLink href={to.replay()} icon={<History />}>
            {t('recording.replay')}
          </ButtonLink>
        </p>
        {since === null ? null : (
          <p role="status">
            {t('recording.since', { time: new Date(since).toLocaleTimeString(locale) })}
          </p>
        )}
      </div>
    </Panel>
  );
}
