import { useTranslation } from 'react-i18next';
import { useCommands } from '../../data/use-view.ts';
import { toast } from '../../parts/toasts.tsx';
import { banErrorText, mayIn, type BanList } from './ban-list.ts';
import { useRevoked } from './use-revoked.ts';

/**
 * Says that somebody is banned. Who may end their own bans of the list can take it back for a while: the ban is revoked
 * then.
 */
export function useBanned(): (list: BanList, banId: string, name: string) => void {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const revoked = useRevoked();
  return (list, ban_id, name) => {
    const revoke = async () => {
      const outcome = await commands.call('banStatus', {
        params: { banlist_id: list.id, ban_id },
        body: { status: 'REVOKED', was: 'ACTIVE' },
      });
      if (outcome.ok) toast(await revoked({ banlist_id: list.id, ban_id }));
      else toast(banErrorText(outcome.error), 'bad');
    };
    const mayUndo = mayIn(list, 'banlist.remove') || mayIn(list, 'banlist.remove-own');
    toast(t('player.done', { name }), 'good', mayUndo ? () => void revoke() : null);
  };
}
