import '../bans/bans.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import { hexId } from '../../protocol/fields.ts';
import { AuditList } from '../audit/audit-list.tsx';
import { addressOf, oneOf, pattern } from '../parts/addresses/parameters.ts';
import { useAddress } from '../parts/addresses/use-address.ts';
import { ButtonLink } from '../parts/button.tsx';
import { NoLines } from '../parts/no-lines.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageTabs } from '../parts/page-tabs.tsx';
import { useTitle } from '../parts/title.ts';
import { WebhooksPanel } from '../webhooks/webhooks-panel.tsx';
import { AddForm } from './add-form.tsx';
import { BanDialog } from './ban-dialog.tsx';
import { mayAddTo, mayIn, useBanLists, type BanList } from '../bans/known/ban-list.ts';
import { Missing } from './missing.tsx';
import { BansPanel } from './bans-panel.tsx';
import { FollowsPanel } from './follows-panel.tsx';
import { ImportPanel } from './import/import-panel.tsx';
import { OverviewPanel } from './overview-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { PublicList } from './public-list.tsx';
import { ReportsPanel } from './reports-panel.tsx';
import { ServersPanel } from './servers-panel.tsx';
import { ListSettings } from './settings.tsx';
import { VerificationPanel } from './verification-panel.tsx';

const TABS = [
  'overview',
  'bans',
  'add',
  'import',
  'servers',
  'follows',
  'reports',
  'profile',
  'verification',
  'integrations',
  'audit',
  'settings',
] as const;
type Tab = (typeof TABS)[number];

const ADDRESS = addressOf({
  tab: oneOf('tab', TABS, 'overview'),
  ban: pattern('ban', /^[0-9a-f]{24}$/),
});

/** `/ban-manager/:id`. */
export function BanListPage({ listId }: { readonly listId: string }) {
  const { told, lists } = useBanLists();
  const list = lists.find(({ id }) => id === listId);
  const [seen, setSeen] = useState<Seen | null>(null);
  useTitle(list?.identifier ?? '');
  const name = list?.identifier ?? null;
  const deleted = (list?.deleting ?? null) !== null;
  useEffect(() => {
    if (name !== null) setSeen({ name, deleted });
  }, [name, deleted]);
  if (list !== undefined) return <Shown list={list} />;
  if (!told) return <NoLines serverId={null} topic="banLists" />;
  return seen === null && hexId.safeParse(listId).success ? (
    <PublicList key={listId} listId={listId} gone={<Gone seen={null} />} />
  ) : (
    <Gone seen={seen} />
  );
}

/** How a list was when it was last seen. */
interface Seen {
  readonly name: string;
  /** It was to be deleted, or is. */
  readonly deleted: boolean;
}

/** It was deleted, or never was there for this account. */
function Gone({ seen }: { readonly seen: Seen | null }) {
  const { t } = useTranslation('bans');
  const name = seen?.name ?? t('gone.title');
  return (
    <div className="stack">
      <h1>{name}</h1>
      <Notice tone="warn">
        {seen === null
          ? t('gone.never')
          : t(seen.deleted ? 'deletingText.done' : 'gone.seen', { name })}
      </Notice>
      <p>
        <ButtonLink href={to.banManager()}>{t('gone.back')}</ButtonLink>
      </p>
    </div>
  );
}

function Shown({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  const { identifier: name, deleting } = list;
  const [{ tab, ban }, change] = useAddress(ADDRESS);
  return (
    <div className="stack">
      <header className="ban-title">
        <h1>{name}</h1>
        {list.verification === 'verified' ? (
          <span className="tag">{t('verification.tag')}</span>
        ) : null}
        {deleting === null ? null : <span className="tag">{t(`deleting.${deleting}`)}</span>}
      </header>
      <PageTabs
        label={t('sections', { name })}
        current={tab}
        tabs={TABS.map((one) => ({
          name: one,
          href: to.banList(list.id, ADDRESS.write({ tab: one, ban: null })),
          text:
            one === 'reports' && list.reports > 0
              ? t('tab.reportsOpen', { count: list.reports })
              : t(`tab.${one}`),
        }))}
      />
      {deleting === null ? null : (
        <Notice tone="warn">{t(`deletingText.${deleting}`, { name })}</Notice>
      )}
      <Section tab={tab} list={list} />
      {ban === null ? null : (
        <BanDialog key={ban} list={list} banId={ban} onClose={() => change({ ban: null })} />
      )}
    </div>
  );
}

function Section({ tab, list }: { readonly tab: Tab; readonly list: BanList }) {
  const { t } = useTranslation('bans');
  switch (tab) {
    case 'overview':
      return <OverviewPanel list={list} />;
    case 'bans':
      return <BansPanel list={list} />;
    case 'add':
      if (list.deleting !== null) return null;
      return mayAddTo(list) ? (
        <AddForm list={list} />
      ) : (
        <Missing title={t('tab.add')} list={list} permission="banlist.add-temporary" />
      );
    case 'import':
      if (list.deleting !== null) return null;
      return mayAddTo(list) ? (
        <ImportPanel list={list} bansHref={to.banList(list.id, '?tab=bans')} />
      ) : (
        <Missing title={t('tab.import')} list={list} permission="banlist.add-temporary" />
      );
    case 'servers':
      return <ServersPanel list={list} />;
    case 'follows':
      return <FollowsPanel list={list} />;
    case 'reports':
      return <ReportsPanel list={list} />;
    case 'profile':
      return <ProfilePanel list={list} />;
    case 'verification':
      return <VerificationPanel list={list} />;
    case 'integrations':
      return mayIn(list, 'banlist.modify-integrations') ? (
        <WebhooksPanel list={list} />
      ) : (
        <Missing
          title={t('tab.integrations')}
          list={list}
          permission="banlist.modify-integrations"
        />
      );
    case 'audit':
      return mayIn(list, 'banlist.protocol') ? (
        <AuditList resource="banListAudit" ownerId={list.id} />
      ) : (
        <Missing title={t('tab.audit')} list={list} permission="banlist.protocol" />
      );
    case 'settings':
      return <ListSettings list={list} />;
  }
}
