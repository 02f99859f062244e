import { useTranslation } from 'react-i18next';
import { useResource } from '../data/use-resource.ts';

/** The buckets of a type that a server uses, by their names, or that it uses none. */
export function UsedBuckets({
  serverId,
  type,
  module,
  id,
}: {
  readonly serverId: string;
  readonly type: 'WHITELIST' | 'RESERVED_SLOT';
  readonly module: 'whitelist' | 'reserved_slots';
  readonly id?: string;
}) {
  const { t } = useTranslation('modules');
  const buckets = useResource('serverBuckets', serverId).rows.filter((row) => row.type === type);
  const names = buckets.map(({ identifier }) => identifier).join(', ');
  return (
    <p id={id}>
      {buckets.length === 0
        ? t(`${module}.none`)
        : t(`${module}.uses`, { names, count: buckets.length })}
    </p>
  );
}
