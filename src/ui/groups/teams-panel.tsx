import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Refusal } from '../../domain/groups/rules.ts';
import type { ResourceView } from '../../domain/queries.ts';
import { hexId } from '../../protocol/fields.ts';
import type { OrganizationPermission } from '../../protocol/permissions.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { toast } from '../parts/toasts.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { useForm } from '../parts/use-form.ts';
import { formatCount } from '../text/format.ts';
import { AccountLink } from './known/account-link.tsx';
import { Choice } from './known/choice.tsx';
import { GroupLink } from './known/group-link.tsx';
import { may, organizationOf, useGroups, type Group } from './known/group.ts';
import { Missing } from './known/missing.tsx';
import { groupErrorText } from './known/refusals.ts';
import { useWhys } from './known/use-whys.tsx';

const ACCOUNT = ['groups', 'muster_id'] as const;

/** The teams of an organization. */
export function TeamsPanel({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const locale = useLocale();
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const [dialog, open] = useDialog();
  const whyNot = (needed: OrganizationPermission): Refusal | null =>
    may(account, group, needed) ? null : { code: 'permission-denied', needs: [needed] };
  const adding = whyNot('organization.teams.add');
  const removing = whyNot('organization.teams.remove');
  const { whys, whyId } = useWhys(group, [adding, removing]);
  const isFixed = group.deleting !== null;
  if (account !== undefined && !may(account, group, 'organization.view')) {
    return <Missing title={t('teams.title')} group={group} permission="organization.view" />;
  }
  return (
    <Panel
      title={t('teams.title')}
      padded={false}
      tools={
        isFixed ? undefined : (
          <Button
            icon={<Plus />}
            why={whyId(adding)}
            onClick={() => open((close) => <AddTeam group={group} onClose={close} />)}
          >
            {t('teams.add')}
          </Button>
        )
      }
    >
      {isFixed ? null : whys}
      <ResourceTable
        resource="organizationTeams"
        serverId={{ group_id: group.id }}
        empty={t('teams.empty')}
        columns={[
          {
            label: t('column.name'),
            of: ({ id, identifier, deleting }) => (
              <>
                <GroupLink kind="team" id={id} name={identifier} />
                {deleting === null ? null : (
                  <span className="tag">{t(`deleting.${deleting}`)}</span>
                )}
              </>
            ),
          },
          {
            label: t('column.owner'),
            of: ({ owner_id: id, owner_name: name }) => (
              <AccountLink id={id} name={name} isMe={id === account?.muster_id} />
            ),
          },
          {
            label: t('column.servers'),
            of: ({ servers }) => formatCount(servers, locale),
            className: 'numeric count',
          },
          {
            label: t('column.members'),
            of: ({ members }) => formatCount(members, locale),
            className: 'numeric count',
          },
          {
            label: t('column.roles'),
            of: ({ roles }) => formatCount(roles, locale),
            className: 'numeric count',
          },
        ]}
        actions={(team) =>
          isFixed || removing !== null ? null : (
            <Button
              aria-label={t('teams.removeOf', { team: team.identifier })}
              onClick={() =>
                open((close) => <RemoveTeam group={group} team={team} onClose={close} />)
              }
            >
              {t('teams.remove')}
            </Button>
          )
        }
      />
      {dialog}
    </Panel>
  );
}

/** Brings in a team that the account owns and that belongs to no organization. */
function AddTeam({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const own = useGroups('team').groups.filter(
    (team) => team.is_owner && team.deleting === null && organizationOf(team) === null,
  );
  const name = group.identifier;
  const form = useForm({
    rules: { team_id: hexId },
    initial: { team_id: '' },
    concerns: { 'limit-reached': 'team_id' },
    refusalText: groupErrorText,
    ask: (body) => commands.call('organizationTeamAdd', { params: { group_id: group.id }, body }),
    done: (_, { values }) => {
      const team = own.find(({ id }) => id === values.team_id)?.identifier ?? '';
      toast(t('teams.added', { team, name }));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('teams.addTitle', { name })}
      action={t('teams.addAction')}
      onClose={onClose}
    >
      {own.length === 0 ? (
        <p>{t('teams.addNone')}</p>
      ) : (
        <>
          <p>{t('teams.addSays', { name })}</p>
          <Choice
            name="team_id"
            label={t('teams.which')}
            chosen={form.values.team_id}
            options={own.map(({ id, identifier }) => ({ value: id, label: identifier }))}
            wrong={form.wrong['team_id']}
            onChosen={(team_id) => form.set({ team_id })}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Asks before a team is taken out. */
function RemoveTeam({
  group,
  team: { id, identifier: team },
  onClose,
}: {
  readonly group: Group;
  readonly team: ResourceView<'organizationTeams'>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const name = group.identifier;
  const params = { group_id: group.id, team_id: id };
  return (
    <Confirm
      title={t('teams.removeAsked', { team, name })}
      action={t('teams.remove')}
      done={t('teams.removed', { team, name })}
      refusalText={groupErrorText}
      onYes={() => commands.call('organizationTeamRemove', { params, body: {} })}
      onClose={onClose}
    >
      <p>{t('teams.removeSays', { name })}</p>
    </Confirm>
  );
}
