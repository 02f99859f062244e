import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountName } from '../parts/accounts/account-name.tsx';
import { useLocale } from '../parts/locale.ts';
import type { Column } from '../parts/rows-table.tsx';
import { formatMoment } from '../text/format.ts';
import { Said } from './settle-dialog.tsx';

type Reported = ComponentProps<typeof Said> & {
  readonly reporter_id: string;
  readonly reporter_name: string;
  readonly created_at: number;
};

/** What somebody says against a ban, who does and since when, for those who keep the list and for staff. */
export function useReportColumns(): readonly Column<Reported>[] {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  return [
    { label: t('report.reason'), of: (report) => <Said {...report} />, className: 'why' },
    {
      label: t('report.by'),
      of: ({ reporter_id, reporter_name }) => (
        <AccountName serverId={null} id={reporter_id} name={reporter_name} />
      ),
      className: 'by',
    },
    {
      label: t('report.at'),
      of: ({ created_at }) => formatMoment(created_at, locale),
      className: 'soft numeric',
    },
  ];
}
