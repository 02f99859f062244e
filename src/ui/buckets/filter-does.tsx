/** What a filter does with whom it finds. */
import { useTranslation } from 'react-i18next';
import { offeredActions } from '../../domain/actions/offered.ts';
import {
  ACTIONS_OF,
  type FilterAction,
  type FilterBucketType,
} from '../../protocol/buckets/limits.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { DurationFields } from '../bans/known/duration-fields.tsx';
import type { Duration } from '../bans/known/duration.ts';
import { useNamedServers } from '../bans/known/use-named-servers.ts';
import { useResource } from '../data/use-resource.ts';
import { Notice } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';

interface Does {
  readonly action: FilterAction;
  /** For how long, where it bans. */
  readonly ban: Duration;
}

/** Asks for it, and says where it comes to nothing. */
export function FilterDoes({
  bucketId,
  type,
  value: { action, ban },
  wrong,
  onChange,
}: {
  readonly bucketId: string;
  readonly type: FilterBucketType;
  readonly value: Does;
  readonly wrong: string | undefined;
  readonly onChange: (part: Partial<Does>) => void;
}) {
  const { t } = useTranslation('buckets');
  return (
    <>
      <Select
        label={t('filter.does')}
        value={action}
        options={ACTIONS_OF[type].map((one) => ({ value: one, label: t(`filter.actions.${one}`) }))}
        onValue={(next) => onChange({ action: next as FilterAction })}
      />
      {action === 'warn' ? <UnwarnedServers bucketId={bucketId} /> : null}
      {action === 'ban' ? (
        <DurationFields
          value={ban}
          wrong={wrong}
          onChange={(part) => onChange({ ban: { ...ban, ...part } })}
        />
      ) : null}
    </>
  );
}

/** Where a filter that warns does nothing, since the game has no messages to one player. */
function UnwarnedServers({ bucketId }: { readonly bucketId: string }) {
  const { t } = useTranslation('buckets');
  const said = useNamedServers();
  const { rows } = useResource('bucketServers', { bucket_id: bucketId });
  const unwarned = rows.filter(
    ({ game }) => !offeredActions(game).includes(SERVER_ACTION.MESSAGE_PRIVATE),
  );
  if (unwarned.length === 0) return null;
  const servers = said(unwarned.map(({ identifier }) => identifier));
  return <Notice tone="warn">{t('filter.unwarned', { servers })}</Notice>;
}
