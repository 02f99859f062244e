import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { AccountName } from '../parts/accounts/account-name.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { formatCount, formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import {
  banErrorText,
  mayIn,
  missingIn,
  useBanLists,
  type BanList,
} from '../bans/known/ban-list.ts';
import { RemotesPanel } from './federation/remotes-panel.tsx';
import { SharesPanel } from './federation/shares-panel.tsx';
import { FollowDialog } from './follow-dialog.tsx';
import { Missing } from './missing.tsx';

const ACCOUNT = ['ban_lists'] as const;

/** Which lists a list follows, and how many follow it. */
export function FollowsPanel({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  return (
    <>
      {mayIn(list, 'banlist.view') ? (
        <Followed list={list} />
      ) : (
        <Missing title={t('follows.title')} list={list} permission="banlist.view" />
      )}
      {mayIn(list, 'banlist.view') ? <RemotesPanel list={list} /> : null}
      <Followers list={list} />
      {mayIn(list, 'banlist.modify') ? <SharesPanel list={list} /> : null}
    </>
  );
}

function Followed({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  // What permissions are called stands there.
  useTranslation('groups');
  const locale = useLocale();
  const commands = useCommands();
  const known = useOne({ view: 'account' }, ACCOUNT).row?.ban_lists ?? {};
  const [dialog, open] = useDialog();
  const modifies = mayIn(list, 'banlist.modify');
  const isFixed = list.deleting !== null;
  return (
    <Panel
      title={t('follows.title')}
      padded={false}
      tools={
        isFixed || !modifies ? undefined : (
          <Button
            icon={<Plus />}
            onClick={() => open((close) => <FollowDialog list={list} onClose={close} />)}
          >
            {t('follows.add')}
          </Button>
        )
      }
    >
      <p className="soft ban-lines">
        {t('follows.text', { name: isolated(list.identifier) })}{' '}
        {modifies ? null : missingIn(list, ['banlist.modify'])}
      </p>
      <ResourceTable
        resource="banListFollows"
        serverId={{ banlist_id: list.id }}
        empty={t('follows.empty')}
        columns={[
          {
            label: t('follows.name'),
            of: ({ id, identifier, public: isPublic, verified }) => (
              <>
                {isPublic || Object.hasOwn(known, id) ? (
                  <Link href={to.banList(id)}>
                    <bdi>{identifier}</bdi>
                  </Link>
                ) : (
                  <bdi>{identifier}</bdi>
                )}
                {verified ? <span className="tag">{t('verification.tag')}</span> : null}
              </>
            ),
          },
          {
            label: t('follows.owner'),
            of: ({ owner_id, owner_name }) => (
              <span>
                <AccountName serverId={null} id={owner_id} name={owner_name} />
              </span>
            ),
          },
          {
            label: t('follows.bans'),
            of: ({ bans }) => formatCount(bans, locale),
            className: 'numeric count',
          },
          {
            label: t('follows.since'),
            of: ({ since }) => formatMoment(since, locale),
            className: 'soft numeric',
          },
        ]}
        actions={({ id: followed_id, identifier, bans }) => {
          if (isFixed || !modifies) return null;
          const name = isolated(identifier);
          return (
            <Button
              aria-label={t('follows.endOf', { name })}
              onClick={() =>
                open((close) => (
                  <Confirm
                    title={t('follows.endAsked', { name })}
                    action={t('follows.end')}
                    done={t('follows.ended', { name })}
                    refusalText={banErrorText}
                    onYes={() =>
                      commands.call('banListUnfollow', {
                        params: { banlist_id: list.id, followed_id },
                        body: {},
                      })
                    }
                    onClose={close}
                  >
                    <p>{t('follows.endSays', { count: bans })}</p>
                    <p>{t('follows.endCode')}</p>
                  </Confirm>
                ))
              }
            >
              {t('follows.end')}
            </Button>
          );
        }}
      />
      {dialog}
    </Panel>
  );
}

/** How many lists follow one, those of them that the account sees, and the code that others follow it by. */
function Followers({ list }: { readonly list: BanList }) {
  const { t } = useTranslation('bans');
  const { lists } = useBanLists();
  const { id, followers, allow_followers, share_code } = list;
  const own = lists.filter(({ follows }) => follows.includes(id));
  const names = own.map(({ identifier }) => isolated(identifier)).join(', ');
  return (
    <Panel title={t('followers.title')}>
      <div className="stack">
        {allow_followers ? (
          <p>
            {followers === 0 ? t('followers.none') : t('followers.count', { count: followers })}{' '}
            {own.length === 0 ? null : t('followers.own', { names })}
          </p>
        ) : (
          <p className="soft">{t('followers.off')}</p>
        )}
        {!allow_followers ? null : share_code === null ? (
          <p className="soft">{t('followers.codeFor')}</p>
        ) : (
          <ShareCode list={list} code={share_code} />
        )}
      </div>
    </Panel>
  );
}

function ShareCode({ list, code }: { readonly list: BanList; readonly code: string }) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const renew = () =>
    open((close) => (
      <Confirm
        title={t('followers.renewAsked')}
        action={t('followers.renew')}
        done={t('followers.renewed')}
        refusalText={banErrorText}
        onYes={() =>
          commands.call('banListCodeRenew', { params: { banlist_id: list.id }, body: {} })
        }
        onClose={close}
      >
        <p>{t('followers.renewSays')}</p>
      </Confirm>
    ));
  return (
    <>
      <h3>{t('followers.code')}</h3>
      <div className="actions">
        <Copyable what={t('followers.code')}>{code}</Copyable>
        {list.deleting === null ? <Button onClick={renew}>{t('followers.renew')}</Button> : null}
      </div>
      <p className="soft">{t('followers.codeText')}</p>
      {dialog}
    </>
  );
}
