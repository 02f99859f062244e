import { useTranslation } from 'react-i18next';
import { useOne } from '../../data/use-view.ts';

/** In the place of a picture without servers: there are none, or none has been heard of yet. */
export function EmptyScene() {
  const { t } = useTranslation('wall');
  const { row: account } = useOne({ view: 'account' });
  const { row: totals } = useOne({ view: 'totals' });
  const waits = Object.keys(account?.servers ?? {}).length > 0 && (totals?.servers ?? 0) === 0;
  return <p className="wall-empty">{t(waits ? 'loading' : 'empty')}</p>;
}
