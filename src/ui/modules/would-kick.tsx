import { useTranslation } from 'react-i18next';
import type { Modules } from '../../protocol/modules/fields.ts';
import { useCall } from '../parts/use-call.ts';
import { useSettled } from '../parts/use-settled.ts';

/** Ticking one box after the other asks once. */
const SETTLES_MS = 400;

/** How many of those who are on now a module would kick as it is typed; null: that cannot be asked. */
export function WouldKick<M extends 'geoblocking' | 'reserved_slots' | 'steam' | 'vpn'>({
  serverId,
  module,
  draft,
}: {
  readonly serverId: string;
  readonly module: M;
  readonly draft: Modules[M] | null;
}) {
  const { t } = useTranslation('modules');
  const settled = useSettled(draft, SETTLES_MS);
  const asks = draft !== null && settled !== null;
  const { answer } = useCall(
    'modulesPreview',
    asks ? { params: { server_id: serverId }, body: { [module]: settled } } : null,
  );
  if (!asks || answer === null) return null;
  const { players, kept_out, unknown } = answer;
  return (
    <p>
      {t(`${module as 'geoblocking'}.now`, { count: kept_out, players })}{' '}
      {unknown === 0 ? null : t(`${module as 'geoblocking'}.unknown`, { count: unknown })}
    </p>
  );
}
