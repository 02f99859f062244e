import { useTranslation } from 'react-i18next';
import { useCommands } from '../../data/use-view.ts';
import { toast } from '../../parts/toasts.tsx';
import { banErrorText } from './ban-list.ts';

/** Says that somebody is banned, where it can be taken back for a while: the ban is revoked then. */
export function useBanned(): (listId: string, banId: string, name: string) => void {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  return (banlist_id, ban_id, name) => {
    const revoke = async () => {
      const outcome = await commands.call('banStatus', {
        params: { banlist_id, ban_id },
        body: { status: 'REVOKED' },
      });
      if (outcome.ok) toast(t('ban.revoked'));
      else toast(banErrorText(outcome.error), 'bad');
    };
    toast(t('player.done', { name }), 'good', () => void revoke());
  };
}
