import '../players/names.css';
import { useTranslation } from 'react-i18next';
import { showAccount, type AccountRef } from './account-address.ts';

/** An account's name, wherever it stands: it opens the card of the account over the page. */
export function AccountName({ name, ...account }: AccountRef & { readonly name: string }) {
  const { t } = useTranslation('common');
  return (
    <button type="button" className="player-link" onClick={() => showAccount(account)}>
      <bdi>{name === '' ? t('erased.player') : name}</bdi>
    </button>
  );
}
