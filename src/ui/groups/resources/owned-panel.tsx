import { useTranslation } from 'react-i18next';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { OwnerLink } from '../known/owner-link.tsx';
import { useMovingAccount, useTakers } from '../known/takers.ts';
import { groupOfRow, mayMoveOwned, OWNED, type OwnedRow } from '../known/thing.ts';
import { MoveAwayDialog } from './move-away-dialog.tsx';
import { MovedNotice } from './moved-notice.tsx';

/** Whose a ban list or a bucket is; whoever owns it, or may change the group that does, gives it to another owner. */
export function OwnedPanel({
  kind,
  row,
}: {
  readonly kind: keyof typeof OWNED;
  readonly row: OwnedRow & {
    readonly id: string;
    readonly identifier: string;
    readonly permissions: readonly string[];
  };
}) {
  const { t } = useTranslation('groups');
  const account = useMovingAccount();
  const takers = useTakers(account);
  const [dialog, open] = useDialog();
  if (account === undefined) return null;
  const from = takers.find(({ id }) => id === (groupOfRow(row) ?? row.owner_id)) ?? null;
  const thing = { kind, id: row.id, name: row.identifier };
  return (
    <Panel title={t('ownerPanel.title')}>
      <div className="stack">
        <MovedNotice />
        <p>
          {t(`ownerPanel.${row.owner_kind === 'account' ? 'person' : row.owner_kind}`)}{' '}
          <OwnerLink owned={row} me={account.muster_id} />
        </p>
        {mayMoveOwned(account, row, OWNED[kind].needs) ? (
          <div className="actions">
            <Button
              onClick={() =>
                open((close) => <MoveAwayDialog thing={thing} from={from} onClose={close} />)
              }
            >
              {t('ownerPanel.move')}
            </Button>
          </div>
        ) : (
          <p className="soft">{t(`ownerPanel.needsOwner.${kind}`)}</p>
        )}
      </div>
      {dialog}
    </Panel>
  );
}
