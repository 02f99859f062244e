import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoreInspection } from '../../worker/contract.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import { formatBytes, formatCount } from '../text/format.ts';
import { Fact, Facts } from './facts.tsx';

/** What is kept on this machine: rows, and the log of events. */
export function StorePanel({ store }: { readonly store: StoreInspection | null }) {
  const { t } = useTranslation('inspector');
  const locale = useLocale();
  const used = useUsage(store?.log.to ?? 0);
  const count = (value: number) => formatCount(value, locale);
  if (store === null) {
    return (
      <Panel title={t('store')}>
        <p>{t('memoryOnly')}</p>
      </Panel>
    );
  }
  const { keeps, trouble, log, keyframe, dirty, lines, failures } = store;
  const events = log.to - log.from;
  return (
    <Panel title={t('store')}>
      <Facts>
        <Fact name={t('stored.keeps')}>
          {t(`stored.${keeps}`, { trouble: trouble === null ? '' : t(`stored.${trouble}`) })}
        </Fact>
        <Fact name={t('stored.evicted')}>
          <Persistence />
        </Fact>
        <Fact name={t('stored.size')}>
          {used === null ? t('unknown', { ns: 'common' }) : formatBytes(used, locale)}
        </Fact>
        <Fact name={t('stored.log')}>
          {t('stored.logSpan', { count: events, size: formatBytes(log.bytes, locale) })}
        </Fact>
        <Fact name={t('stored.keyframe')}>
          {keyframe === null
            ? t('none')
            : t('stored.keyframeAgo', { count: Math.max(0, log.to - keyframe) })}
        </Fact>
        <Fact name={t('stored.dirty')}>{count(dirty)}</Fact>
        <Fact name={t('stored.lines')}>{count(lines)}</Fact>
        <Fact name={t('stored.failures')}>{count(failures)}</Fact>
      </Facts>
    </Panel>
  );
}

/** Whether the browser may delete what is kept when the disk runs full; it is asked not to by a button alone. */
function Persistence() {
  const { t } = useTranslation('inspector');
  const [stays, setStays] = useState<boolean | null>(null);
  useEffect(() => {
    navigator.storage.persisted().then(setStays, reportError);
  }, []);
  const ask = async () => {
    const granted = await navigator.storage.persist();
    setStays(granted);
    toast(t(granted ? 'stored.granted' : 'stored.notGranted'));
  };
  if (stays === null) return t('unknown', { ns: 'common' });
  return (
    <>
      {t(stays ? 'stored.stays' : 'stored.mayGo')}{' '}
      <Button kind="quiet" still={stays} onClick={() => void ask().catch(reportError)}>
        {t('stored.askToStay')}
      </Button>
    </>
  );
}

/** Bytes that the browser says this origin uses, asked again when the log has grown; null while unknown. */
function useUsage(logged: number): number | null {
  const [used, setUsed] = useState<number | null>(null);
  useEffect(() => {
    navigator.storage.estimate().then(({ usage }) => setUsed(usage ?? null), reportError);
  }, [logged]);
  return used;
}
