import './groups.css';
import { useEffect, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import type { GroupKind } from '../../protocol/groups/limits.ts';
import { addressOf, oneOf, text } from '../parts/addresses/parameters.ts';
import { useAddress } from '../parts/addresses/use-address.ts';
import { ButtonLink } from '../parts/button.tsx';
import { NoLines } from '../parts/no-lines.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageTabs } from '../parts/page-tabs.tsx';
import { useTitle } from '../parts/title.ts';
import { AuditList } from '../audit/audit-list.tsx';
import { AboveContext, ownRole, useHeldIn } from './known/acting.ts';
import { GroupOverview } from './group-overview.tsx';
import { GroupSettings } from './settings/group-settings.tsx';
import { organizationOf, PARTS, useGroups, useRoles, type Group } from './known/group.ts';
import { Missing } from './known/missing.tsx';
import { InvitesPanel } from './members/invites-panel.tsx';
import { MembersPanel } from './members/members-panel.tsx';
import { MEMBER_ORDER } from './members/sort.ts';
import { RightsPanel } from '../rights/rights-panel.tsx';
import { ResourcesPanel } from './resources/resources-panel.tsx';
import { RolesPanel } from './roles/roles-panel.tsx';
import { TeamsPanel } from './teams-panel.tsx';

const TABS = {
  team: ['overview', 'members', 'roles', 'resources', 'audit', 'settings'],
  organization: [
    'overview',
    'members',
    'invites',
    'roles',
    'teams',
    'resources',
    'audit',
    'settings',
  ],
} as const satisfies Readonly<Record<GroupKind, readonly string[]>>;
type Tab = (typeof TABS)[GroupKind][number];

const ADDRESS = addressOf({
  tab: oneOf('tab', TABS.organization, 'overview'),
  find: text('q'),
  sort: oneOf('sort', MEMBER_ORDER, 'role'),
  direction: oneOf('dir', ['asc', 'desc'] as const, 'asc'),
});
const AT_FIRST = ADDRESS.read('');

/** `/teams/:id` and `/organizations/:id`. */
export function GroupPage({
  kind,
  groupId,
}: {
  readonly kind: GroupKind;
  readonly groupId: string;
}) {
  const { told, groups } = useGroups(kind);
  const group = groups.find(({ id }) => id === groupId);
  const [seen, setSeen] = useState<string | null>(null);
  useTitle(group?.identifier ?? '');
  const name = group?.identifier ?? null;
  useEffect(() => {
    if (name !== null) setSeen(name);
  }, [name]);
  if (group === undefined) {
    return told ? (
      <Gone kind={kind} name={seen} />
    ) : (
      <NoLines serverId={null} topic={PARTS[kind].list} />
    );
  }
  return <OfOrganization group={group} />;
}

/** It was deleted, or never was there for this account. */
function Gone({ kind, name }: { readonly kind: GroupKind; readonly name: string | null }) {
  const { t } = useTranslation('groups');
  return (
    <div className="stack">
      <h1>{name ?? t('gone.title')}</h1>
      <Notice tone="warn">{name === null ? t(`gone.${kind}`) : t('gone.seen', { name })}</Notice>
      <p>
        <ButtonLink href={to.groups(kind)}>{t(`gone.back.${kind}`)}</ButtonLink>
      </p>
    </div>
  );
}

/** With what the account may do in a team by its role in the team's organization. */
function OfOrganization({ group }: { readonly group: Group }) {
  const above = organizationOf(group);
  const { told, groups } = useGroups('organization');
  if (above === null) return <Shown group={group} />;
  // Whoever types already must not lose it because this comes later.
  if (!told) return <NoLines serverId={null} topic="organizations" />;
  const organization = groups.find(({ id }) => id === above.id);
  return organization === undefined ? (
    <Shown group={group} />
  ) : (
    <Below group={group} organization={organization} />
  );
}

function Below({ group, organization }: { readonly group: Group; readonly organization: Group }) {
  const { roles } = useRoles(organization);
  const role = ownRole(organization, roles, useHeldIn(group.id));
  return (
    <AboveContext value={role}>
      <Shown group={group} />
    </AboveContext>
  );
}

function Shown({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  // What roles allow on servers is named there.
  useTranslation('serverPages');
  const { kind, identifier: name, deleting } = group;
  const [address, change] = useAddress(ADDRESS);
  const { tab: asked } = address;
  const tabs: readonly Tab[] = TABS[kind];
  const tab = tabs.includes(asked) ? asked : 'overview';
  return (
    <div className="stack">
      <header className="group-title">
        <h1>{name}</h1>
        {deleting === null ? null : <span className="tag">{t(`deleting.${deleting}`)}</span>}
      </header>
      <PageTabs
        label={t('sections', { name })}
        current={tab}
        tabs={tabs.map((one) => ({
          name: one,
          href: to.group(kind, group.id, ADDRESS.write({ ...AT_FIRST, tab: one })),
          text: t(one === 'members' && kind === 'organization' ? 'tab.people' : `tab.${one}`),
        }))}
      />
      {deleting === null ? null : (
        <Notice tone="warn">{t(`deletingText.${deleting}`, { name })}</Notice>
      )}
      <Section tab={tab} group={group} address={address} onAddress={change} />
    </div>
  );
}

function Section({ tab, ...members }: ComponentProps<typeof MembersPanel> & { readonly tab: Tab }) {
  const { group } = members;
  switch (tab) {
    case 'overview':
      return <GroupOverview group={group} />;
    case 'members':
      return (
        <>
          <MembersPanel {...members} />
          {group.kind === 'team' ? <InvitesPanel group={group} /> : null}
          <WhoMay group={group} />
        </>
      );
    case 'invites':
      return <InvitesPanel group={group} />;
    case 'audit':
      return <AuditPanel group={group} />;
    case 'roles':
      return <RolesPanel group={group} />;
    case 'teams':
      return <TeamsPanel group={group} />;
    case 'resources':
      return <ResourcesPanel group={group} />;
    case 'settings':
      return <GroupSettings group={group} />;
  }
}

/** Who may do what with it, for whoever sees its people. */
function WhoMay({ group: { kind, id } }: { readonly group: Group }) {
  const needed = kind === 'team' ? 'team.members.list' : 'organization.personnel.list';
  return useHeldIn(id).includes(needed) ? <RightsPanel of={{ kind, id }} /> : null;
}

/** What was done in a team or an organization, for whoever may change it. */
function AuditPanel({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const { kind, id } = group;
  const permission = `${kind}.modify` as const;
  return useHeldIn(id).includes(permission) ? (
    <AuditList resource={`${kind}Audit`} ownerId={id} />
  ) : (
    <Missing title={t('tab.audit')} group={group} permission={permission} />
  );
}
