import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { Confirm } from '../parts/confirm.tsx';
import { toast } from '../parts/toasts.tsx';
import { isolated } from '../text/isolated.ts';
import { bucketErrorText } from '../entries/bucket.ts';

const ACCOUNT = ['servers', 'capabilities', 'buckets'] as const;

/** Takes a server from a bucket; `from`: the page of which of the two it stands on. */
export function TakeAway({
  from,
  bucketId: bucket_id,
  serverId: server_id,
  identifier,
  entries,
  onClose,
}: {
  readonly from: 'servers' | 'ofServer';
  readonly bucketId: string;
  readonly serverId: string;
  /** Of what is taken away. */
  readonly identifier: string;
  readonly entries: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('buckets');
  const commands = useCommands();
  const name = isolated(identifier);
  const [modules] = useResource('modules', server_id).rows;
  const whitelists = useResource('serverBuckets', server_id).rows.filter(
    ({ type }) => type === 'WHITELIST',
  );
  const isLast =
    modules?.whitelist.active === true &&
    !modules.whitelist.paused &&
    whitelists.length === 1 &&
    whitelists[0]?.id === bucket_id;
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const mayGiveBack =
    account?.buckets?.[bucket_id]?.includes('bucket.modify') === true &&
    may(account, server_id, 'server.modify.configuration');
  const undo = async () => {
    const params = { bucket_id };
    const outcome = await commands.call('bucketAssign', { params, body: { server_id } });
    if (outcome.ok) toast(t(`${from}.givenBack`, { name }));
    else toast(bucketErrorText(outcome.error), 'bad');
  };
  return (
    <Confirm
      title={t(`${from}.takeAwayAsked`, { name })}
      action={t('servers.takeAway')}
      done={t(`${from}.takenAway`, { name })}
      undo={mayGiveBack ? () => void undo() : null}
      refusalText={bucketErrorText}
      onYes={() => commands.call('bucketUnassign', { params: { bucket_id, server_id }, body: {} })}
      onClose={onClose}
    >
      <p>{t('servers.takeAwaySays', { count: entries })}</p>
      {isLast ? <p>{t('servers.takeAwayLast')}</p> : null}
    </Confirm>
  );
}
