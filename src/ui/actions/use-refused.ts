import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { ACTION_PERMISSION } from '../../protocol/actions/calls.ts';
import { useOne } from '../data/use-view.ts';
import { missingText } from '../text/problem-text.ts';
import { mayAsk, reasonText, whyNot, type Action } from './why-not.ts';

/**
 * Why nothing can be asked of a server now, as a sentence; null where it can. A right can go, and a server too, while a
 * question stands.
 */
export function useRefused(serverId: string, action: Action): string | null {
  useTranslation();
  const server = useOne({ view: 'server', server_id: serverId }).row;
  const account = useOne({ view: 'account' }).row;
  if (account !== undefined && !mayAsk(account, serverId, action)) {
    const missing = missingText([ACTION_PERMISSION[action]]);
    return i18next.t('needs', { ns: 'errors', missing });
  }
  const why = server === undefined ? null : whyNot(server, action);
  return server === undefined || why === null ? null : reasonText(why, server, action);
}
