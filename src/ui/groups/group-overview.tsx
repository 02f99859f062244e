import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { useOne, useReplaying } from '../data/use-view.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Fact } from '../parts/fact.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { formatCount, formatMoment } from '../text/format.ts';
import { permissionName } from '../text/permission-name.ts';
import { SupportPanel } from '../support/support-panel.tsx';
import { AccountLink } from './known/account-link.tsx';
import { useHeldIn } from './known/acting.ts';
import type { Group } from './known/group.ts';
import { OrganizationLink } from './organization-link.tsx';
import { OwnRole } from './own-role.tsx';

const ACCOUNT = ['muster_id'] as const;

/** What a group is, and what the account may do in it. */
export function GroupOverview({ group }: { readonly group: Group }) {
  const { t } = useTranslation('groups');
  const locale = useLocale();
  const replaying = useReplaying();
  const audited = useHeldIn(group.id).includes(`${group.kind}.modify`);
  const me = useOne({ view: 'account' }, ACCOUNT).row?.muster_id;
  return (
    <>
      <Panel title={t('tab.overview')}>
        <dl className="facts">
          <Fact numeric term={t('fact.owner')}>
            <AccountLink id={group.owner_id} name={group.owner_name} isMe={group.owner_id === me} />
          </Fact>
          <Fact numeric term={t('fact.role')}>
            <OwnRole group={group} />
          </Fact>
          <Fact numeric term={t('fact.members')}>
            {formatCount(group.members, locale)}
          </Fact>
          <Fact numeric term={t('fact.roles')}>
            {formatCount(group.roles, locale)}
          </Fact>
          <Fact numeric term={t('fact.servers')}>
            {formatCount(group.servers, locale)}
          </Fact>
          {'teams' in group ? (
            <Fact numeric term={t('fact.teams')}>
              {formatCount(group.teams, locale)}
            </Fact>
          ) : (
            <Fact numeric term={t('fact.organization')}>
              <OrganizationLink group={group} />
            </Fact>
          )}
          <Fact numeric term={t('fact.created')}>
            {formatMoment(group.created_at, locale)}
          </Fact>
          <Fact numeric term={t('fact.id')}>
            <Copyable what={t('fact.id')}>{group.id}</Copyable>
          </Fact>
        </dl>
      </Panel>
      <Mine group={group} me={me ?? ''} />
      <SupportPanel
        supported={group}
        gives={group.is_owner && group.deleting === null && !replaying}
        audited={audited}
      />
    </>
  );
}

/** What the account may do in the group itself, and whom to ask for more. */
function Mine({ group, me }: { readonly group: Group; readonly me: string }) {
  const { t } = useTranslation('groups');
  const held = useHeldIn(group.id);
  return (
    <Panel title={t('mine.title')}>
      <div className="stack">
        {group.is_owner ? (
          <p>{t('mine.owner')}</p>
        ) : held.length === 0 ? (
          <p>{t('mine.none', { owner: group.owner_name })}</p>
        ) : (
          <ul className="group-held">
            {held.map((one) => (
              <li key={one}>{permissionName(one)}</li>
            ))}
          </ul>
        )}
        <p>
          <Link href={to.person(me)}>{t('mine.onServers')}</Link>
        </p>
      </div>
    </Panel>
  );
}
