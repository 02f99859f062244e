import { useTranslation } from 'react-i18next';
import { hexId } from '../../../protocol/fields.ts';
import { groupTransfer } from '../../../protocol/groups/calls.ts';
import { useCommands } from '../../data/use-view.ts';
import { Loading } from '../../parts/loading.tsx';
import { Select } from '../../parts/select.tsx';
import { toast } from '../../parts/toasts.tsx';
import { TypedForm } from '../../parts/typed-form.tsx';
import { useForm } from '../../parts/use-form.ts';
import { Choice } from '../known/choice.tsx';
import { useMembers, useRoles, type Group } from '../known/group.ts';
import { groupErrorText } from '../known/refusals.ts';

const { identifier, role_id } = groupTransfer.body.shape;
const RULES = { muster_id: hexId, identifier, role_id };

/** Gives a group to one of its members: its name must be typed. */
export function TransferForm({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const { told, members } = useMembers(group);
  const { roles } = useRoles(group);
  const { id, kind, identifier: name } = group;
  const others = members.filter(({ muster_id }) => muster_id !== group.owner_id);
  const form = useForm({
    rules: RULES,
    // Without a role, that is left open.
    initial: { muster_id: '', identifier: '', role_id: '' },
    concerns: {
      'confirmation-mismatch': 'identifier',
      'not-a-member': 'muster_id',
      'plan-limit-reached': 'muster_id',
      'subscription-restricted': 'muster_id',
      'limit-reached': 'muster_id',
    },
    refusalText: groupErrorText,
    ask: (body) => commands.call('groupTransfer', { params: { group_id: id }, body }),
    done: (_, { values }) => {
      const to = others.find(({ muster_id }) => muster_id === values.muster_id)?.display_name;
      toast(t('danger.transferred', { name, to: to ?? '' }));
    },
  });
  return (
    <section className="stack">
      <h3>{t(`danger.transfer.${kind}`)}</h3>
      <p className="soft">{t('danger.transferText')}</p>
      {!told ? (
        <Loading lines={3} />
      ) : others.length === 0 ? (
        <p className="soft">{t('danger.transferNobody')}</p>
      ) : (
        <TypedForm
          form={form}
          field={form.field('identifier')}
          name={name}
          label={t('danger.transferTyped', { name })}
          action={t(`danger.transfer.${kind}`)}
        >
          <Choice
            name="muster_id"
            label={t('danger.transferTo')}
            chosen={form.values.muster_id}
            options={others.map(({ muster_id, display_name, username }) => ({
              value: muster_id,
              label: `${display_name} (${username})`,
            }))}
            wrong={form.wrong['muster_id']}
            onChosen={(muster_id) => form.set({ muster_id })}
          />
          <Select
            name="role_id"
            label={t('danger.transferRole')}
            value={form.values.role_id}
            options={[
              { value: '', label: t('danger.transferNoRole') },
              ...roles
                .filter(({ is_owner }) => !is_owner)
                .map((role) => ({ value: role.id, label: role.name })),
            ]}
            onValue={(chosen) => form.set({ role_id: chosen })}
          />
        </TypedForm>
      )}
    </section>
  );
}
