import { useTranslation } from 'react-i18next';
import type { StoreInspection } from '../../worker/contract.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { formatBytes, formatCount, formatMoment } from '../text/format.ts';
import { Fact, Facts } from './facts.tsx';
import type { Disk } from './use-disk.ts';

/** What is kept on this machine: rows, and the log of events. */
export function StorePanel({
  store,
  disk,
}: {
  readonly store: StoreInspection | null;
  readonly disk: Disk;
}) {
  const { t } = useTranslation('inspector');
  const locale = useLocale();
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
          <Persistence disk={disk} />
        </Fact>
        <Fact name={t('stored.size')}>
          {disk.used === null ? t('unknown', { ns: 'common' }) : formatBytes(disk.used, locale)}
        </Fact>
        <Fact name={t('stored.log')}>
          {t('stored.logSpan', {
            count: events,
            size: formatBytes(log.bytes, locale),
            mostEvents: count(log.most.events),
            mostSize: formatBytes(log.most.bytes, locale),
          })}
        </Fact>
        <Fact name={t('stored.reaches')}>
          {log.first === null || log.last === null
            ? t('unknown', { ns: 'common' })
            : t('stored.fromTo', {
                from: formatMoment(log.first, locale),
                to: formatMoment(log.last, locale),
              })}
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
function Persistence({ disk: { persisted, ask } }: { readonly disk: Disk }) {
  const { t } = useTranslation('inspector');
  if (persisted === null) return t('unknown', { ns: 'common' });
  return (
    <>
      {t(persisted ? 'stored.stays' : 'stored.mayGo')}{' '}
      <Button kind="quiet" still={persisted} onClick={ask}>
        {t('stored.askToStay')}
      </Button>
    </>
  );
}
