import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { groupDelete } from '../../../protocol/groups/calls.ts';
import { useCommands } from '../../data/use-view.ts';
import { Loading } from '../../parts/loading.tsx';
import { toast } from '../../parts/toasts.tsx';
import { TypedForm } from '../../parts/typed-form.tsx';
import { useForm } from '../../parts/use-form.ts';
import { useThingsOf, type Group } from '../known/group.ts';
import { groupErrorText } from '../known/refusals.ts';
import { useMovingAccount, useTakers } from '../known/takers.ts';
import type { Thing, ThingKind } from '../known/thing.ts';
import { fieldOf, Fates, isChosen, takerOf, type Chosen } from './fates.tsx';

/** Deletes a group: all that belongs to it goes where it is said, and the name must be typed. */
export function DeleteForm({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const { told, things } = useThingsOf(group);
  const takers = useTakers(useMovingAccount()).filter(({ id }) => id !== group.id);
  const { id: group_id, kind, identifier: name } = group;
  const of = (what: ThingKind) => things.filter((thing) => thing.kind === what);
  const form = useForm({
    rules: {
      identifier: groupDelete.body.shape.identifier,
      chosen: z.record(z.string(), z.string()),
    },
    initial: { identifier: '', chosen: {} as Chosen },
    also: ({ chosen }) =>
      Object.fromEntries(
        things
          .filter(({ id }) => !isChosen(chosen[id], takers))
          .map((thing) => [fieldOf(thing), t('danger.deleteUndecided')]),
      ),
    concerns: { 'confirmation-mismatch': 'identifier' },
    refusalText: groupErrorText,
    ask: ({ identifier, chosen }) => {
      const goes = ({ id }: Thing) => takerOf(chosen[id], takers);
      return commands.call('groupDelete', {
        params: { group_id },
        body: {
          identifier,
          servers: of('server').map((one) => ({ server_id: one.id, to: goes(one) })),
          ban_lists: of('banlist').map((one) => ({ banlist_id: one.id, to: goes(one) })),
          buckets: of('bucket').map((one) => ({ bucket_id: one.id, to: goes(one) })),
        },
      });
    },
    done: () => toast(t('danger.deleteRequested', { name })),
  });
  if (!told) return <Loading lines={4} />;
  return (
    <section className="stack">
      <h3>{t(`danger.delete.${kind}`)}</h3>
      <p className="soft">
        {t('danger.deleteText')} {kind === 'organization' ? t('danger.deleteTeams') : null}
      </p>
      <TypedForm
        form={form}
        field={form.field('identifier')}
        name={name}
        label={t('danger.deleteTyped', { name })}
        action={t(`danger.delete.${kind}`)}
      >
        {things.length === 0 ? <p className="soft">{t('danger.deleteNothing')}</p> : null}
        {(['server', 'banlist', 'bucket'] as const).map((what) => (
          <Fates
            key={what}
            kind={what}
            things={of(what)}
            takers={takers}
            chosen={form.values.chosen}
            wrong={form.wrong}
            onChosen={(more) => form.set({ chosen: { ...form.values.chosen, ...more } })}
          />
        ))}
      </TypedForm>
    </section>
  );
}
