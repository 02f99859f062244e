import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { openPlaces } from '../../domain/doors/reserved-slots.ts';
import type { ServerRow } from '../../domain/rows.ts';
import { reservedSlotsModule, type Modules } from '../../protocol/modules/fields.ts';
import { Field } from '../parts/field.tsx';
import { useForm } from '../parts/use-form.ts';
import { ModuleForm } from './module-form.tsx';
import { Tick } from './tick.tsx';
import { useModule, type ModuleRow } from './use-module.ts';
import { UsedBuckets } from './used-buckets.tsx';
import { WouldKick } from './would-kick.tsx';

/** How many slots are kept free for whom. */
export function ReservedSlotsPanel({
  server,
  row: { reserved_slots },
  why,
}: {
  readonly server: ServerRow;
  readonly row: ModuleRow;
  readonly why?: string | undefined;
}) {
  const { t } = useTranslation('modules');
  const { set, saved } = useModule(server.id, 'reserved_slots');
  const { active, amount } = reserved_slots;
  const form = useForm({
    rules: reservedSlotsModule.shape,
    initial: useMemo(() => ({ active, amount: String(amount) }), [active, amount]),
    ask: (body, { was }) => set(body, read(was)),
    done: (_, { values, was }) => saved(read(values), read(was)),
  });
  const { values } = form;
  const typed = reservedSlotsModule.shape.amount.safeParse(Number(values.amount)).data;
  const draft = useMemo(
    () => (typed === undefined ? null : { active: true, amount: typed }),
    [typed],
  );
  const { slots } = server.population;
  return (
    <ModuleForm
      title={t('reserved_slots.title')}
      does={t('reserved_slots.does')}
      active={active}
      form={form}
      why={why}
      now={
        typed === undefined ? null : slots === null ? (
          <p>{t('reserved_slots.noSlots')}</p>
        ) : (
          <>
            <p>
              {t('reserved_slots.slots', { count: slots, places: openPlaces(slots, typed, 0) })}
            </p>
            {why === undefined ? (
              <WouldKick serverId={server.id} module="reserved_slots" draft={draft} />
            ) : null}
          </>
        )
      }
    >
      <UsedBuckets serverId={server.id} type="RESERVED_SLOT" module="reserved_slots" />
      <Tick
        label={t('reserved_slots.active')}
        checked={values.active}
        onTick={(active) => form.set({ active })}
      />
      <Field
        {...form.field('amount')}
        label={t('reserved_slots.amount')}
        hint={form.limit('amount')}
        inputMode="numeric"
        autoComplete="off"
      />
    </ModuleForm>
  );
}

function read({ active, amount }: { active: boolean; amount: string }): Modules['reserved_slots'] {
  return { active, amount: Number(amount) };
}
