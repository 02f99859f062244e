import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EXPORT_FORMAT, type ExportFormat } from '../../../domain/export.ts';
import { formatMoment } from '../../text/format.ts';
import { Button } from '../button.tsx';
import { useLocale } from '../locale.ts';
import type { useExport } from './use-export.ts';

/** The formats that something can be saved in; while it is, how far that is, and how to end it. */
export function ExportTools({
  saving: { progress, cancel },
  still,
  onFormat,
}: {
  readonly saving: ReturnType<typeof useExport>;
  /** There is nothing to save. */
  readonly still: boolean;
  readonly onFormat: (format: ExportFormat) => void;
}) {
  const { t } = useTranslation('pages');
  const locale = useLocale();
  if (progress === null) {
    return EXPORT_FORMAT.map((format) => (
      <Button
        key={format}
        kind="quiet"
        icon={<Download />}
        still={still}
        onClick={() => onFormat(format)}
      >
        {t(format === 'csv' ? 'exportCsv' : 'exportJson')}
      </Button>
    ));
  }
  const { count, back, share } = progress;
  return (
    <>
      <span role="status" className="numeric">
        {back === null
          ? t('exporting', { count })
          : t('exportingBack', { count, moment: formatMoment(back, locale) })}
      </span>
      <progress
        aria-label={t('exporting', { count })}
        {...(share === null ? {} : { value: share })}
      />
      <Button onClick={cancel}>{t('cancelExport')}</Button>
    </>
  );
}
