import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { mayInBanList } from '../../domain/permissions.ts';
import { to } from '../../domain/routes/routes.ts';
import type { FeedRow } from '../../domain/rows.ts';
import { useOne, useReplaying } from '../data/use-view.ts';
import { isolated } from '../text/isolated.ts';

type Ban = NonNullable<Extract<FeedRow['entry'], { kind: 'kept-out' }>['ban']>;

const KNOWS = ['ban_lists'] as const;

/**
 * The ban list that kept somebody out: it opens the ban, for whoever may read the list. Where the server obeys it through
 * another, that opens what it follows.
 */
export function BanLink({
  ban: { id, banlist_id: listId, banlist: name, public: isPublic, through },
  tabIndex,
}: {
  readonly ban: Ban;
  /** -1 where arrow keys lead from name to name: `useByArrows`. */
  readonly tabIndex?: -1 | undefined;
}) {
  const { t } = useTranslation('serverDashboard');
  const account = useOne({ view: 'account' }, KNOWS).row;
  const replaying = useReplaying();
  const opens = isPublic === true || mayInBanList(account, listId, 'banlist.list');
  const shown = <strong>{name}</strong>;
  return (
    <>
      {replaying || !opens ? (
        shown
      ) : (
        <Link href={to.ban(listId, id)} tabIndex={tabIndex}>
          {shown}
        </Link>
      )}
      {through === undefined ? null : replaying ||
        !mayInBanList(account, through.id, 'banlist.view') ? (
        t('feed.keptOutThrough', { list: isolated(through.identifier) })
      ) : (
        <>
          {' '}
          <Link href={to.banList(through.id, '?tab=follows')} tabIndex={tabIndex}>
            {t('feed.keptOutThrough', { list: isolated(through.identifier) }).trim()}
          </Link>
        </>
      )}
    </>
  );
}
