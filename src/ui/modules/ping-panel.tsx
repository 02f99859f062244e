import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { offeredActions } from '../../domain/actions/offered.ts';
import { PING_READINGS } from '../../domain/doors/ping.ts';
import type { ServerRow } from '../../domain/rows.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { pingModule } from '../../protocol/modules/fields.ts';
import { PLAYERS_PER_SERVER } from '../../protocol/players/limits.ts';
import { useRows } from '../data/use-view.ts';
import { Field } from '../parts/field.tsx';
import { useForm } from '../parts/use-form.ts';
import { ModuleForm } from './module-form.tsx';
import { Tick } from './tick.tsx';
import { useModule, type ModuleRow } from './use-module.ts';

/** Who plays with a worse connection than the server lets. */
export function PingPanel({
  server,
  row: { ping },
  why,
}: {
  readonly server: ServerRow;
  readonly row: ModuleRow;
  readonly why?: string | undefined;
}) {
  const { t } = useTranslation('modules');
  const { set, saved } = useModule(server.id, 'ping');
  const { active, max, warn, protect_whitelist } = ping;
  const form = useForm({
    rules: pingModule.shape,
    initial: useMemo(
      () => ({ active, max: String(max), warn, protect_whitelist }),
      [active, max, warn, protect_whitelist],
    ),
    ask: (body, { was }) => set(body, { ...was, max: Number(was.max) }),
    done: (_, { values, was }) =>
      saved({ ...values, max: Number(values.max) }, { ...was, max: Number(was.max) }),
  });
  const { values } = form;
  const canWarn = offeredActions(server.configuration.game).includes(SERVER_ACTION.MESSAGE_PRIVATE);
  return (
    <ModuleForm
      title={t('ping.title')}
      does={t('ping.does', { readings: PING_READINGS })}
      active={active}
      form={form}
      why={why}
      past={<p className="soft">{t('ping.past')}</p>}
      now={
        <Over serverId={server.id} max={pingModule.shape.max.safeParse(Number(values.max)).data} />
      }
    >
      <Tick
        label={t('ping.active')}
        checked={values.active}
        onTick={(active) => form.set({ active })}
      />
      <Field
        {...form.field('max')}
        label={t('ping.max')}
        hint={form.limit('max')}
        inputMode="numeric"
        autoComplete="off"
      />
      <div>
        <label className="check">
          <input
            type="checkbox"
            checked={values.warn && canWarn}
            disabled={!canWarn}
            aria-describedby={`${server.id}-warn`}
            onChange={({ target }) => form.set({ warn: target.checked })}
          />
          {t('ping.warn')}
        </label>
        <p id={`${server.id}-warn`} className="soft">
          {canWarn ? t('ping.warnHint', { readings: PING_READINGS }) : t('ping.cannotWarn')}
        </p>
      </div>
      <Tick
        label={t('ping.protect')}
        checked={values.protect_whitelist}
        onTick={(protect_whitelist) => form.set({ protect_whitelist })}
      />
    </ModuleForm>
  );
}

/** How many are over a limit now, by their last reading. */
function Over({ serverId, max }: { readonly serverId: string; readonly max: number | undefined }) {
  const { t } = useTranslation('modules');
  const { rows } = useRows({
    view: 'players',
    server_id: serverId,
    text: '',
    sort: 'ping',
    direction: 'desc',
    window: { from: 0, to: PLAYERS_PER_SERVER },
  });
  if (max === undefined) return null;
  const pings = rows.flatMap(({ ping }) => ping ?? []);
  if (pings.length === 0) return <p className="soft">{t('ping.unknown')}</p>;
  const count = pings.filter((ping) => ping > max).length;
  return <p>{t('ping.now', { count, players: rows.length, max })}</p>;
}
