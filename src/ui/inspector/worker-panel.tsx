import { useTranslation } from 'react-i18next';
import type { Inspection } from '../../worker/contract.ts';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { formatCount } from '../text/format.ts';
import { Fact, Facts } from './facts.tsx';
import type { Rates } from './rates.ts';

/** The worker itself: its build, its socket, and how much it does. */
export function WorkerPanel({
  inspection,
  rates,
}: {
  readonly inspection: Inspection;
  readonly rates: Rates | null;
}) {
  const { t } = useTranslation('inspector');
  const { t: frame } = useTranslation('frame');
  const locale = useLocale();
  const { build, epoch, connection, sockets, outbox, views, events } = inspection;
  const unknown = t('unknown', { ns: 'common' });
  const latency = connection.kind === 'live' ? connection.latency : null;
  const count = (value: number) => formatCount(value, locale);
  return (
    <Panel title={t('worker')}>
      <Facts>
        <Fact name={t('fact.build')}>
          <span className="mono">{build}</span>
        </Fact>
        <Fact name={t('fact.epoch')}>
          <span className="mono">{epoch}</span>
        </Fact>
        <Fact name={t('fact.connection')}>
          {connection.kind === 'refused'
            ? frame('connection.refused', { status: connection.status })
            : frame(`connection.${connection.kind}`)}
        </Fact>
        <Fact name={t('fact.latency')}>
          {latency === null ? unknown : t('ms', { ms: count(latency) })}
        </Fact>
        <Fact name={t('fact.sockets')}>{count(sockets)}</Fact>
        <Fact name={t('fact.outbox')}>{count(outbox)}</Fact>
        <Fact name={t('fact.views')}>{count(views)}</Fact>
        <Fact name={t('fact.applied')}>{count(events.applied)}</Fact>
        <Fact name={t('fact.rate')}>
          {rates === null ? unknown : count(Math.round(rates.events))}
        </Fact>
        <Fact name={t('fact.unknown')}>{count(events.unknown)}</Fact>
        <Fact name={t('fact.malformed')}>{count(events.malformed)}</Fact>
        <Fact name={t('fact.unread')}>
          {events.unread === 0 ? count(0) : t('unread', { rows: count(events.unread) })}
        </Fact>
      </Facts>
    </Panel>
  );
}
