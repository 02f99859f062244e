import { useMemo } from 'react';
import type { CallAnswer } from '../../worker/contract.ts';
import { useTranslation } from 'react-i18next';
import { asksSteam } from '../../domain/doors/steam.ts';
import { steamModule, type Modules } from '../../protocol/modules/fields.ts';
import { Field } from '../parts/field.tsx';
import { useLocale } from '../parts/locale.ts';
import { useCall } from '../parts/use-call.ts';
import { useForm } from '../parts/use-form.ts';
import { formatMoment } from '../text/format.ts';
import { ModuleBacktest } from './module-backtest.tsx';
import { ModuleForm } from './module-form.tsx';
import { Tick } from './tick.tsx';
import { useModule, type CountingPanel } from './use-module.ts';
import { WouldKick } from './would-kick.tsx';

/** Days as they are typed: empty is 0. */
interface Typed {
  readonly kick_private: boolean;
  readonly kick_vac: boolean;
  readonly vac_grace_days: string;
  readonly min_age_days: string;
}

/** Which Steam accounts the server takes. */
export function SteamPanel({ serverId, row: { steam }, why, counts, past }: CountingPanel) {
  const { t } = useTranslation('modules');
  const { set, saved } = useModule(serverId, 'steam');
  const form = useForm({
    rules: steamModule.shape,
    initial: useMemo(() => typedOf(steam), [steam]),
    typed: withZeros,
    ask: (body, { was }) => set(body, read(was)),
    done: (_, { values, was }) => saved(read(values), read(was)),
  });
  // Without a key Steam is asked of nobody.
  const { answer: state } = useCall('steamState', {});
  const { values } = form;
  const draft = useMemo(() => {
    const parsed = steamModule.safeParse(read(values)).data;
    return parsed !== undefined && asksSteam(parsed) ? parsed : null;
  }, [values]);
  return (
    <ModuleForm
      title={t('steam.title')}
      does={t('steam.does')}
      active={asksSteam(steam)}
      form={form}
      why={why}
      past={
        past && draft !== null && state?.on === true ? (
          <ModuleBacktest serverId={serverId} module="steam" tried={{ steam: draft }} />
        ) : null
      }
      now={
        <>
          {counts ? <WouldKick serverId={serverId} module="steam" draft={draft} /> : null}
          {state === null ? null : <SteamState state={state} />}
        </>
      }
    >
      <Tick
        label={t('steam.private')}
        checked={values.kick_private}
        onTick={(kick_private) => form.set({ kick_private })}
      />
      <Tick
        label={t('steam.vac')}
        checked={values.kick_vac}
        onTick={(kick_vac) => form.set({ kick_vac })}
      />
      <Field
        {...form.field('vac_grace_days')}
        label={t('steam.grace')}
        hint={t('steam.graceHint')}
        inputMode="numeric"
        autoComplete="off"
      />
      <Field
        {...form.field('min_age_days')}
        label={t('steam.age')}
        hint={t('steam.ageHint')}
        inputMode="numeric"
        autoComplete="off"
      />
    </ModuleForm>
  );
}

/** Why Steam may have said nothing. */
function SteamState({ state: { on, trouble } }: { readonly state: CallAnswer<'steamState'> }) {
  const { t } = useTranslation('modules');
  const locale = useLocale();
  if (!on) return <p className="soft">{t('steam.noKey')}</p>;
  if (trouble === null) return null;
  const time = formatMoment(trouble.since, locale);
  return <p className="soft">{t(`steam.trouble.${trouble.kind}`, { time })}</p>;
}

function typedOf({ vac_grace_days, min_age_days, ...kicks }: Modules['steam']): Typed {
  return {
    ...kicks,
    vac_grace_days: String(vac_grace_days),
    min_age_days: String(min_age_days),
  };
}

function withZeros(typed: Typed): Typed {
  return {
    ...typed,
    vac_grace_days: typed.vac_grace_days.trim() || '0',
    min_age_days: typed.min_age_days.trim() || '0',
  };
}

function read(typed: Typed): Modules['steam'] {
  const { vac_grace_days, min_age_days, ...kicks } = withZeros(typed);
  return {
    ...kicks,
    vac_grace_days: Number(vac_grace_days),
    min_age_days: Number(min_age_days),
  };
}
