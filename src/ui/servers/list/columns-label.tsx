import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** What stands on the button of the columns, before its menu has come and after. */
export function ColumnsLabel() {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <Columns3 className="icon" />
      {t('columns')}
    </>
  );
}
