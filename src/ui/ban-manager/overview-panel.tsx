import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { BAN_STATUS } from '../../protocol/enumerations.ts';
import { mayIn, type BanList } from '../bans/known/ban-list.ts';
import { useResource } from '../data/use-resource.ts';
import { useOne } from '../data/use-view.ts';
import { OwnerLink } from '../groups/known/owner-link.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Fact } from '../parts/fact.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { useCall } from '../parts/use-call.ts';
import { formatCount, formatList, formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';

const ACCOUNT = ['muster_id'] as const;
const FLAG = ['public', 'evidence_public', 'allow_followers', 'keep_inactive'] as const;

/** So many servers are named; the tab of servers has them all. */
const NAMED = 2;

/** A ban list in figures: its bans, whose it is, who obeys and follows it, and what waits for somebody. */
export function OverviewPanel({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const me = useOne({ view: 'account' }, ACCOUNT).row?.muster_id;
  const reads = mayIn(list, 'banlist.list');
  const flags = FLAG.filter((flag) => list[flag]).map((flag) => t(`overview.flag.${flag}`));
  const tab = (name: string, text: ReactNode) => (
    <Link href={to.banList(list.id, `?tab=${name}`)}>{text}</Link>
  );
  return (
    <Panel title={t('tab.overview')}>
      <dl className="facts ban-facts">
        <Fact numeric term={t('column.bans')}>
          {tab('bans', formatCount(list.bans, locale))}
        </Fact>
        {reads ? <Counts list={list} /> : null}
        <Fact numeric term={t('column.servers')}>
          {tab('servers', formatCount(list.servers, locale))}
        </Fact>
        {mayIn(list, 'banlist.view') ? <Primary list={list} /> : null}
        <Fact numeric term={t('follows.title')}>
          {tab('follows', formatCount(list.follows.length, locale))}
        </Fact>
        <Fact numeric term={t('column.followers')}>
          {tab('follows', formatCount(list.followers, locale))}
        </Fact>
        {reads ? (
          <Fact numeric term={t('overview.reports')}>
            {tab('reports', formatCount(list.reports, locale))}
          </Fact>
        ) : null}
        <Fact term={t(list.owner_kind === 'team' ? 'overview.team' : 'column.owner')}>
          <OwnerLink owned={list} me={me} />
        </Fact>
        <Fact term={t('verification.title')}>
          {tab('verification', t(`overview.verification.${list.verification}`))}
        </Fact>
        <Fact term={t('column.flags')}>
          {flags.length === 0
            ? t('overview.flag.none')
            : formatList(new Set(flags), 'conjunction', locale)}
        </Fact>
        <Fact numeric term={t('overview.created')}>
          {formatMoment(list.created_at, locale)}
        </Fact>
      </dl>
    </Panel>
  );
}

/** What its bans are that keep nobody out, each status by its number. */
function Counts({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const { answer, error, reload } = useCall(
    'banCounts',
    { params: { banlist_id: list.id } },
    `${list.bans} ${list.entries}`,
  );
  if (error !== null) {
    return (
      <Fact term={t('list.status')}>
        <CallError error={error} onRetry={reload} />
      </Fact>
    );
  }
  return BAN_STATUS.filter((status) => status !== 'ACTIVE').map((status) => (
    <Fact key={status} numeric term={t(`overview.count.${status}`)}>
      <Link href={to.banList(list.id, `?tab=bans&status=${status}`)}>
        {answer === null ? '…' : formatCount(answer[status], locale)}
      </Link>
    </Fact>
  ));
}

/** Of which servers it is the primary list. */
function Primary({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const { told, rows } = useResource('banListServers', { banlist_id: list.id });
  if (!told) return null;
  const names = rows.filter(({ primary }) => primary).map((row) => isolated(row.identifier));
  if (names.length === 0)
    return <Fact term={t('overview.primary')}>{t('overview.primaryNone')}</Fact>;
  const more = names.length - NAMED;
  // One name more takes no more room than to say that there is one.
  const shown =
    more <= 1 ? names : [...names.slice(0, NAMED), t('overview.primaryMore', { count: more })];
  return (
    <Fact term={t('overview.primary')}>
      <Link href={to.banList(list.id, '?tab=servers')}>
        {formatList(new Set(shown), 'conjunction', locale)}
      </Link>
    </Fact>
  );
}
