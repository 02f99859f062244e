import { useTranslation } from 'react-i18next';
import type { Modules } from '../../protocol/modules/fields.ts';
import { CallError } from '../parts/call-error.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { useWouldKick } from './use-would-kick.ts';

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
  const { answer, error, reload } = useWouldKick(serverId, asks ? { [module]: settled } : null);
  if (!asks) return null;
  if (error !== null) return <CallError error={error} onRetry={reload} />;
  if (answer === null) return null;
  const { players, kept_out, unknown } = answer;
  return (
    <p>
      {t(`${module as 'geoblocking'}.now`, { count: kept_out, players })}{' '}
      {unknown === 0 ? null : t(`${module as 'geoblocking'}.unknown`, { count: unknown })}
    </p>
  );
}

/** What the whitelist asks where nothing else is tried. */
const NOTHING_ELSE = {};

/** How many of those who are on now are on no whitelist. */
export function WhitelistWouldKick({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('modules');
  const { answer, error, reload } = useWouldKick(serverId, NOTHING_ELSE);
  if (error !== null) return <CallError error={error} onRetry={reload} />;
  if (answer === null) return null;
  return <p>{t('whitelist.now', { count: answer.kept_out, players: answer.players })}</p>;
}
