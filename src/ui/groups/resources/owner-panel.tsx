import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../../domain/routes/routes.ts';
import { useResource } from '../../data/use-resource.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { AccountLink } from '../known/account-link.tsx';
import { useGroups } from '../known/group.ts';
import { MoveAwayDialog } from './move-away-dialog.tsx';
import { MovedNotice } from './moved-notice.tsx';
import { groupOf, mayMove, useMovingAccount, useTakers } from '../known/takers.ts';

/** Whose a server is, on its own page; whoever holds everything on it gives it to another owner. */
export function OwnerPanel({
  server,
}: {
  readonly server: { readonly id: string; readonly name: string };
}) {
  const { t } = useTranslation('groups');
  const account = useMovingAccount();
  const takers = useTakers(account);
  const groups = [...useGroups('team').groups, ...useGroups('organization').groups];
  const owner = useResource('personnel', server.id).rows.find((one) => one.owner);
  const [dialog, open] = useDialog();
  if (account === undefined) return null;
  const groupId = groupOf(account, server.id);
  const group = groups.find(({ id }) => id === groupId);
  const from = takers.find(({ id }) => id === (groupId ?? owner?.muster_id)) ?? null;
  return (
    <Panel title={t('ownerPanel.title')}>
      <div className="stack">
        <MovedNotice />
        <p>
          {group !== undefined ? (
            <>
              {t(`ownerPanel.${group.kind}`)}{' '}
              <Link href={to.group(group.kind, group.id)}>
                <bdi>{group.identifier}</bdi>
              </Link>
            </>
          ) : owner === undefined ? (
            t('ownerPanel.account')
          ) : (
            <>
              {t('ownerPanel.person')}{' '}
              <AccountLink
                id={owner.muster_id}
                name={owner.display_name}
                isMe={owner.muster_id === account.muster_id}
              />
            </>
          )}
        </p>
        {mayMove(account, server.id) ? (
          <div className="actions">
            <Button
              onClick={() =>
                open((close) => (
                  <MoveAwayDialog
                    thing={{ kind: 'server', ...server }}
                    from={from}
                    onClose={close}
                  />
                ))
              }
            >
              {t('ownerPanel.move')}
            </Button>
          </div>
        ) : (
          <p className="soft">{t('ownerPanel.needs')}</p>
        )}
      </div>
      {dialog}
    </Panel>
  );
}
