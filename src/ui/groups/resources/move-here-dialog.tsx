import { useTranslation } from 'react-i18next';
import { serverName } from '../../../domain/servers/server-name.ts';
import { hexId } from '../../../protocol/fields.ts';
import { GROUP_LIMIT } from '../../../protocol/groups/limits.ts';
import { useResource } from '../../data/use-resource.ts';
import { useRows } from '../../data/use-view.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useForm } from '../../parts/use-form.ts';
import { Choice } from '../known/choice.tsx';
import type { Group } from '../known/group.ts';
import { groupErrorText } from '../known/refusals.ts';
import { groupOf, mayMove, useMovingAccount, useTakers, type Taker } from '../known/takers.ts';
import { GoesAlong } from './goes-along.tsx';
import { tellMoved, useMove } from './use-move.ts';

/** Moves a server to a group, of those on which the account holds everything. */
export function MoveHereDialog({
  group,
  onClose,
}: {
  readonly group: Group;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('groups');
  const account = useMovingAccount();
  const takers = useTakers(account);
  const move = useMove();
  const among =
    account === undefined
      ? []
      : Object.keys(account.servers).filter(
          (id) => mayMove(account, id) && groupOf(account, id) !== group.id,
        );
  const { rows } = useRows({
    view: 'servers',
    filter: { ids: among },
    sort: 'identifier',
    direction: 'asc',
    window: { from: 0, to: GROUP_LIMIT.servers },
  });
  const options = rows
    .filter(({ id }) => among.includes(id))
    .map(({ id, configuration }) => ({ value: id, label: serverName(configuration) }));
  const form = useForm({
    rules: { server_id: hexId },
    initial: { server_id: '' },
    concerns: {
      'plan-limit-reached': 'server_id',
      'subscription-restricted': 'server_id',
      'limit-reached': 'server_id',
    },
    refusalText: groupErrorText,
    ask: ({ server_id: id }) =>
      move({ kind: 'server', id }, { kind: group.kind, id: group.id, name: '' }),
    done: (_, { values: { server_id: id } }) => {
      const to: Taker = { kind: group.kind, id: group.id, name: group.identifier };
      const name = options.find(({ value }) => value === id)?.label ?? '';
      tellMoved({ thing: { kind: 'server', id, name }, to, from });
      onClose();
    },
  });
  const chosen = form.values.server_id;
  const people = useResource('personnel', chosen === '' ? null : chosen).rows;
  const owner =
    (account === undefined ? null : groupOf(account, chosen)) ??
    people.find((one) => one.owner)?.muster_id;
  // Where it can be given back to.
  const from = takers.find(({ id }) => id === owner) ?? null;
  return (
    <FormDialog
      form={form}
      title={t('resources.addTitle', { name: group.identifier })}
      action={t('resources.move.server')}
      onClose={onClose}
    >
      {options.length === 0 ? (
        <p>{t('resources.addNone')}</p>
      ) : (
        <>
          <p>{t('resources.saysAccount')}</p>
          <Choice
            name="server_id"
            label={t('resources.which')}
            chosen={chosen}
            options={options}
            wrong={form.wrong['server_id']}
            onChosen={(id) => form.set({ server_id: id })}
          />
          {chosen === '' ? null : <GoesAlong serverId={chosen} />}
        </>
      )}
    </FormDialog>
  );
}
