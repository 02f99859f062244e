import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whyNotDo, whyNotRevoke } from '../../../domain/groups/rules.ts';
import { standing } from '../../../domain/invitations/rules.ts';
import { useMinute } from '../../data/clock.ts';
import { useCommands, useOne } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Panel } from '../../parts/panel.tsx';
import { ResourceTable } from '../../parts/resource-table.tsx';
import { toast } from '../../parts/toasts.tsx';
import { formatMoment } from '../../text/format.ts';
import { AccountLink } from '../known/account-link.tsx';
import { useActing } from '../known/acting.ts';
import { may, PARTS, useRoles, type Group, type InviteRow } from '../known/group.ts';
import { Day } from '../known/day.tsx';
import { Missing } from '../known/missing.tsx';
import { RoleName } from '../known/role-name.tsx';
import { groupErrorText } from '../known/refusals.ts';

const ACCOUNT = ['groups'] as const;

/** Who is invited into a group, and how each invitation stands. */
export function InvitesPanel({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const needed = PARTS[group.kind].seeMembers;
  if (account !== undefined && !may(account, group, needed)) {
    // The team's page says it of the members, which stand above.
    return group.kind === 'team' ? null : (
      <Missing title={t('invites.title')} group={group} permission={needed} />
    );
  }
  return (
    <Panel title={t('invites.title')} padded={false}>
      <ResourceTable<'teamInvites' | 'organizationInvites'>
        resource={PARTS[group.kind].invites}
        serverId={{ group_id: group.id }}
        empty={t('invites.empty')}
        columns={[
          {
            label: t('invites.who'),
            of: ({ to_id: id, to_name: name }) => <AccountLink id={id} name={name} />,
          },
          { label: t('invites.role'), of: ({ role }) => <RoleName name={role} colour={null} /> },
          {
            label: t('invites.by'),
            of: ({ from_id: id, from_name: name }) => <AccountLink id={id} name={name} />,
          },
          {
            label: t('invites.made'),
            of: ({ created_at: at }) => <Day at={at} />,
            className: 'soft numeric',
          },
          { label: t('invites.state'), of: (row) => <State row={row} />, className: 'soft' },
        ]}
        actions={(row) => <Revoke group={group} row={row} />}
      />
    </Panel>
  );
}

function State({ row }: { readonly row: InviteRow }) {
  const { t } = useTranslation('groups');
  const until = formatMoment(row.expires_at, useLocale());
  return t(`invites.states.${standing(row, useMinute())}`, { until });
}

/** Takes an open invitation back. */
function Revoke({ group, row }: { readonly group: Group; readonly row: InviteRow }) {
  const { t } = useTranslation('groups');
  const commands = useCommands();
  const acting = useActing(group);
  const role = useRoles(group).roles.find(({ id }) => id === row.role_id);
  const [busy, setBusy] = useState(false);
  const isOpen = standing(row, useMinute()) === 'pending';
  const refused = role === undefined ? whyNotDo(acting, 'membersAdd') : whyNotRevoke(acting, role);
  if (!isOpen || refused !== null || group.deleting !== null) return null;
  const revoke = async () => {
    setBusy(true);
    const name = group.kind === 'team' ? 'teamInviteRevoke' : 'organizationInviteRevoke';
    const params = { group_id: group.id, invite_id: row.id };
    const outcome = await commands.call(name, { params, body: {} });
    setBusy(false);
    if (outcome.ok) toast(t('invites.revoked'));
    else toast(groupErrorText(outcome.error), 'bad');
  };
  return (
    <Button
      aria-label={t('invites.revokeOf', { name: row.to_name })}
      busy={busy}
      onClick={() => void revoke()}
    >
      {t('invites.revoke')}
    </Button>
  );
}
