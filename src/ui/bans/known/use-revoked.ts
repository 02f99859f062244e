import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../../worker/contract.ts';
import { useCommands } from '../../data/use-view.ts';
import { isolated } from '../../text/isolated.ts';

/** What is said of a ban that was revoked a moment ago: another one may go on to keep the same person out. */
export function useRevoked(): (
  ban: NonNullable<CallInput<'banRead'>['params']>,
) => Promise<string> {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  return async (params) => {
    const read = await commands.call('banRead', { params });
    const [first, ...others] = read.ok ? read.value.also : [];
    if (first === undefined) return t('ban.revoked');
    const still = { reason: isolated(first.ban.reason), list: isolated(first.banlist) };
    return t('ban.revokedStill', { count: others.length, ...still });
  };
}
