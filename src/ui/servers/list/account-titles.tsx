import { useTranslation } from 'react-i18next';
import { useOne } from '../../data/use-view.ts';

/** The titles of the account, given by whoever runs this Muster. */
export function AccountTitles() {
  const { t } = useTranslation('plans');
  const titles = useOne({ view: 'account' }).row?.progression?.titles ?? [];
  if (titles.length === 0) return null;
  return (
    <ul className="account-titles" aria-label={t('titles')}>
      {titles.map((title) => (
        <li key={title} className="tag">
          {t(`title.${title}`)}
        </li>
      ))}
    </ul>
  );
}
