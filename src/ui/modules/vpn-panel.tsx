import { useMemo } from 'react';
import type { CallAnswer } from '../../worker/contract.ts';
import { useTranslation } from 'react-i18next';
import { vpnModule } from '../../protocol/modules/fields.ts';
import { useLocale } from '../parts/locale.ts';
import { useCall } from '../parts/use-call.ts';
import { useForm } from '../parts/use-form.ts';
import { formatCount, formatDay } from '../text/format.ts';
import { ModuleBacktest } from './module-backtest.tsx';
import { ModuleForm } from './module-form.tsx';
import { Tick } from './tick.tsx';
import { useModule, type CountingPanel } from './use-module.ts';
import { WouldKick } from './would-kick.tsx';

/** Whether whoever comes through a VPN may play. */
export function VpnPanel({ serverId, row: { vpn }, why, counts, past }: CountingPanel) {
  const { t } = useTranslation('modules');
  const { set, saved } = useModule(serverId, 'vpn');
  const form = useForm({
    rules: vpnModule.shape,
    initial: vpn,
    ask: (body, { was }) => set(body, was),
    done: (_, { values, was }) => saved(values, was),
  });
  // Without a list nobody would have been kept out, which says nothing.
  const { answer: data } = useCall('vpnState', {});
  const { active, protect_whitelist } = form.values;
  const draft = useMemo(() => ({ active: true, protect_whitelist }), [protect_whitelist]);
  return (
    <ModuleForm
      title={t('vpn.title')}
      does={t('vpn.does')}
      active={vpn.active}
      form={form}
      why={why}
      past={
        past && data !== null && data.list !== null ? (
          <ModuleBacktest serverId={serverId} module="vpn" tried={{ vpn: draft }} />
        ) : null
      }
      now={
        <>
          {counts ? <WouldKick serverId={serverId} module="vpn" draft={draft} /> : null}
          {data === null ? null : <DataState data={data} />}
        </>
      }
    >
      <Tick label={t('vpn.active')} checked={active} onTick={(active) => form.set({ active })} />
      <Tick
        label={t('vpn.protect')}
        checked={protect_whitelist}
        onTick={(protect_whitelist) => form.set({ protect_whitelist })}
      />
    </ModuleForm>
  );
}

/** What the list is, and from when. */
function DataState({ data: { set, list, systems_at } }: { readonly data: CallAnswer<'vpnState'> }) {
  const { t } = useTranslation('modules');
  const locale = useLocale();
  if (!set) return <p className="soft">{t('vpn.notSet')}</p>;
  if (list === null) return <p className="soft">{t('vpn.noData')}</p>;
  const { at, networks, systems, left } = list;
  const figures = {
    date: formatDay(at, locale),
    networks: formatCount(networks, locale),
    systems: formatCount(systems, locale),
  };
  return (
    <p className="soft">
      {t('vpn.list', figures)} {left === 0 ? null : t('vpn.left', { count: left })}{' '}
      {systems === 0
        ? null
        : systems_at === null
          ? t('vpn.noSystems')
          : t('vpn.systems', { date: formatDay(systems_at, locale) })}
    </p>
  );
}
