import { UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { whyNotDo, whyNotRemove, type Refusal } from '../../../domain/groups/rules.ts';
import { useOne } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { NoLines } from '../../parts/no-lines.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { RowsTable } from '../../parts/rows-table.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { SEARCH_ATTRIBUTE } from '../../shell/keys/shortcuts.ts';
import { AccountLink } from '../known/account-link.tsx';
import { useActing } from '../known/acting.ts';
import { may, PARTS, useMembers, useRoles, type Group, type MemberRow } from '../known/group.ts';
import { Day } from '../known/day.tsx';
import { Missing } from '../known/missing.tsx';
import { RoleName } from '../known/role-name.tsx';
import { useWhys } from '../known/use-whys.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { roleOf, whyNotChange, whyNotInviteAny } from './may.ts';
import { MemberRoleDialog } from './member-role-dialog.tsx';
import { sortedBy, sortMembers, type MemberSort } from './sort.ts';
import { RemoveMember } from './remove-member.tsx';

const ACCOUNT = ['muster_id', 'groups'] as const;

/** Why a member cannot be given another role, and why not removed; null: they can. */
interface Whys {
  readonly change: Refusal | null;
  readonly remove: Refusal | null;
}

interface Finding {
  readonly group: Group;
  readonly address: MemberSort & { readonly find: string };
  readonly onAddress: (part: Partial<Finding['address']>) => void;
}

/** Who belongs to a group. */
export function MembersPanel(props: Finding) {
  const { t } = useTranslation('groups');
  const { group } = props;
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const needed = PARTS[group.kind].seeMembers;
  if (account !== undefined && !may(account, group, needed)) {
    return <Missing title={t(`members.title.${group.kind}`)} group={group} permission={needed} />;
  }
  return <Members me={account?.muster_id ?? ''} {...props} />;
}

function Members({ group, address, onAddress, me }: Finding & { readonly me: string }) {
  const { t } = useTranslation('groups');
  const acting = useActing(group);
  const { roles } = useRoles(group);
  const { told, members: rows } = useMembers(group, address.find);
  const members = sortMembers(rows, address);
  const [dialog, open] = useDialog();
  const isFixed = group.deleting !== null;
  const inviting = whyNotInviteAny(acting, roles);
  const never = {
    change: whyNotDo(acting, 'membersModify'),
    remove: whyNotDo(acting, 'membersRemove'),
  };
  // Many have the same role, and what may be done with them is the same.
  const byRole = new Map<string | null, Whys | null>();
  for (const member of members) {
    if (byRole.has(member.role_id)) continue;
    const was = roleOf(member, roles);
    const change = never.change === null ? whyNotChange(acting, was, roles) : null;
    const remove = never.remove === null ? whyNotRemove(acting, was) : null;
    byRole.set(member.role_id, was?.is_owner === true ? null : { change, remove });
  }
  const said = [...byRole.values()].flatMap((one) =>
    one === null ? [] : [one.change, one.remove],
  );
  const { whys, whyId } = useWhys(group, [inviting, never.change, never.remove, ...said]);
  return (
    <Panel
      title={t(`members.title.${group.kind}`)}
      padded={false}
      tools={
        <>
          <Field
            label={t('members.find')}
            labelHidden
            placeholder={t('members.find')}
            type="search"
            value={address.find}
            onValue={(find) => onAddress({ find })}
            {...{ [SEARCH_ATTRIBUTE]: '' }}
          />
          {isFixed ? null : (
            <Button
              icon={<UserPlus />}
              why={whyId(inviting)}
              onClick={() => open((close) => <InviteDialog group={group} onClose={close} />)}
            >
              {t('members.add')}
            </Button>
          )}
        </>
      }
    >
      {isFixed ? null : whys}
      {told ? null : (
        <div className="group-lines">
          <NoLines serverId={{ group_id: group.id }} topic={PARTS[group.kind].members} />
        </div>
      )}
      {told && members.length === 0 ? <p className="empty">{t('members.empty')}</p> : null}
      {!told || members.length === 0 ? null : (
        <RowsTable
          rows={members}
          sorted={{ by: address.sort, direction: address.direction }}
          onSort={(by) => onAddress(sortedBy(address, by))}
          columns={[
            {
              label: t('members.name'),
              by: 'name',
              of: (member) => (
                <>
                  <AccountLink
                    id={member.muster_id}
                    name={member.display_name}
                    isMe={member.muster_id === me}
                  />
                  <span className="soft mono">{member.username}</span>
                </>
              ),
            },
            {
              label: t('members.role'),
              by: 'role',
              of: (member) => <MemberRole member={member} />,
            },
            {
              label: t('members.since'),
              by: 'since',
              of: ({ since }) => <Day at={since} />,
              className: 'soft numeric',
            },
            {
              label: t('members.seen'),
              by: 'seen',
              of: ({ last_seen: seen }) =>
                seen === null ? t('members.never') : <RelativeTime at={seen} />,
              className: 'soft numeric',
            },
          ]}
          actions={(member) => {
            const refused = byRole.get(member.role_id) ?? null;
            if (isFixed || refused === null) return null;
            const { display_name: name, muster_id: id } = member;
            return (
              <>
                {never.change === null ? (
                  <Button
                    aria-label={t('members.changeOf', { name })}
                    why={whyId(refused.change)}
                    onClick={() =>
                      open((close) => (
                        <MemberRoleDialog group={group} member={member} onClose={close} />
                      ))
                    }
                  >
                    {t('members.change')}
                  </Button>
                ) : null}
                {never.remove === null && id !== me ? (
                  <Button
                    aria-label={t('members.removeOf', { name })}
                    why={whyId(refused.remove)}
                    onClick={() =>
                      open((close) => (
                        <RemoveMember group={group} member={member} onClose={close} />
                      ))
                    }
                  >
                    {t('members.remove')}
                  </Button>
                ) : null}
              </>
            );
          }}
        />
      )}
      {dialog}
    </Panel>
  );
}

function MemberRole({ member: { role, colour } }: { readonly member: MemberRow }) {
  const { t } = useTranslation('groups');
  return role === null ? (
    <span className="soft">{t('noRole')}</span>
  ) : (
    <RoleName name={role} colour={colour} />
  );
}
