import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { geoblockingModule, type Modules } from '../../protocol/modules/fields.ts';
import { useLocale } from '../parts/locale.ts';
import { Select } from '../parts/select.tsx';
import { useCall } from '../parts/use-call.ts';
import { useForm } from '../parts/use-form.ts';
import { formatDay } from '../text/format.ts';
import { CountryChoice } from './country-choice.tsx';
import { ModuleBacktest } from './module-backtest.tsx';
import { ModuleForm } from './module-form.tsx';
import { Tick } from './tick.tsx';
import { useModule, type CountingPanel } from './use-module.ts';
import { WouldKick } from './would-kick.tsx';

/** Who comes from where. */
export function GeoblockingPanel({
  serverId,
  row: { geoblocking },
  why,
  counts,
  past,
}: CountingPanel) {
  const { t } = useTranslation('modules');
  const { set, saved } = useModule(serverId, 'geoblocking');
  const form = useForm({
    rules: { geoblocking: geoblockingModule },
    initial: useMemo(() => ({ geoblocking }), [geoblocking]),
    ask: ({ geoblocking: to }, { was }) => set(to, was.geoblocking),
    done: (_, { values, was }) => saved(values.geoblocking, was.geoblocking),
  });
  const draft = form.values.geoblocking;
  const tried = draft.countries.length === 0 ? null : draft;
  const change = (part: Partial<Modules['geoblocking']>) =>
    form.set({ geoblocking: { ...draft, ...part } }, 'geoblocking.countries');
  return (
    <ModuleForm
      title={t('geoblocking.title')}
      does={t('geoblocking.does')}
      active={geoblocking.active}
      form={form}
      why={why}
      past={
        past && tried !== null ? (
          <ModuleBacktest
            serverId={serverId}
            module="geoblocking"
            tried={{ geoblocking: { ...tried, active: true } }}
          />
        ) : null
      }
      now={
        <>
          {counts ? <WouldKick serverId={serverId} module="geoblocking" draft={tried} /> : null}
          <DataState />
        </>
      }
    >
      <Tick
        label={t('geoblocking.active')}
        checked={draft.active}
        onTick={(active) => change({ active })}
      />
      <Select
        label={t('geoblocking.invert.label')}
        value={draft.invert ? 'true' : 'false'}
        options={(['false', 'true'] as const).map((value) => ({
          value,
          label: t(`geoblocking.invert.${value}`),
        }))}
        onValue={(value) => change({ invert: value === 'true' })}
      />
      <CountryChoice
        name="geoblocking.countries"
        label={t('geoblocking.countries')}
        chosen={draft.countries}
        onChosen={(countries) => change({ countries })}
      />
    </ModuleForm>
  );
}

/** From when the data is: it is no newer than that, and says no more. */
function DataState() {
  const { t } = useTranslation('modules');
  const locale = useLocale();
  const { answer } = useCall('countriesState', {});
  if (answer === null) return null;
  const { built_at, own } = answer;
  if (built_at === null) return <p className="soft">{t('geoblocking.noData')}</p>;
  const date = formatDay(built_at, locale);
  return <p className="soft">{t(own ? 'geoblocking.ownData' : 'geoblocking.data', { date })}</p>;
}
