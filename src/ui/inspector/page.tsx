import './inspector.css';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTabId } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { copyText } from '../parts/copy-text.ts';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { toast } from '../parts/toasts.tsx';
import { ratesBetween } from './rates.ts';
import { RecordingPanel } from './recording-panel.tsx';
import { report } from './report.ts';
import { RowsPanel } from './rows-panel.tsx';
import { StorePanel } from './store-panel.tsx';
import { StreamsPanel } from './streams-panel.tsx';
import { TabsPanel } from './tabs-panel.tsx';
import { useDisk } from './use-disk.ts';
import { useSamples } from './use-samples.ts';
import { WorkerPanel } from './worker-panel.tsx';

/** `/inspector`: what the worker behind all tabs does, for whoever looks for a fault. */
export function InspectorPage() {
  const { t } = useTranslation('inspector');
  const own = useTabId();
  const { before, now, silent } = useSamples();
  const disk = useDisk(now?.inspection.store?.log.to ?? 0);
  const rates = now === null ? null : ratesBetween(before, now);
  const copy = () => {
    if (now === null) return;
    const seen = { browser: navigator.userAgent, tab: own, disk, rates };
    copyText(report(now.inspection, seen)).then(
      () => toast(t('copied')),
      () => toast(t('copyFailed'), 'bad'),
    );
  };
  return (
    <>
      <header className="page-head">
        <h1>{t('title')}</h1>
        <Button icon={<Copy />} onClick={copy} disabled={now === null}>
          {t('copy')}
        </Button>
      </header>
      <p className="soft">{t('intro')}</p>
      {silent ? <Notice tone="bad">{t('silent')}</Notice> : null}
      {now === null ? (
        <Loading lines={6} />
      ) : (
        <div className="inspector">
          <WorkerPanel inspection={now.inspection} rates={rates} />
          <StorePanel store={now.inspection.store} disk={disk} />
          <TabsPanel tabs={now.inspection.tabs} rates={rates} own={own} />
          <StreamsPanel streams={now.inspection.streams} refused={now.inspection.refused} />
          <RecordingPanel epoch={now.inspection.epoch} />
          <RowsPanel rows={now.inspection.rows} />
        </div>
      )}
    </>
  );
}
