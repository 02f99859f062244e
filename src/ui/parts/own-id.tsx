import { useTranslation } from 'react-i18next';
import { useOne } from '../data/use-view.ts';
import { Copyable } from './copyable.tsx';

const ACCOUNT = ['muster_id'] as const;

/** One's own account id, for who invites: it is given to them by hand. */
export function OwnId() {
  const { t } = useTranslation();
  const me = useOne({ view: 'account' }, ACCOUNT).row?.muster_id;
  if (me === undefined) return null;
  return (
    <p className="soft own-id">
      {t('ownId.label')} <Copyable what={t('ownId.name')}>{me}</Copyable> {t('ownId.hint')}
    </p>
  );
}
