import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemoryOnly } from '../../../domain/rows.ts';
import { useCommands } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Notice } from '../../parts/notice.tsx';
import { formatTime } from '../../text/format.ts';

/** Says why nothing is kept on the disk, and tries it again. */
export function MemoryOnlyNotice({
  why,
  onHide,
}: {
  readonly why: MemoryOnly['why'];
  readonly onHide: () => void;
}) {
  const { t } = useTranslation('keeping');
  const commands = useCommands();
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  /** When it was tried last, in vain. */
  const [tried, setTried] = useState<number | null>(null);
  const own = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = own.current;
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById('content')?.focus();
    };
  }, []);
  const again = async () => {
    setBusy(true);
    try {
      setTried((await commands.keepAgain()) ? null : Date.now());
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice
      tone="warn"
      action={
        <span className="actions" ref={own}>
          <Button busy={busy} onClick={() => void again().catch(reportError)}>
            {t('again')}
          </Button>
          <Button kind="quiet" onClick={onHide}>
            {t('hide')}
          </Button>
        </span>
      }
    >
      {t(why)}
      {tried === null ? null : <p>{t('inVain', { time: formatTime(tried, locale) })}</p>}
    </Notice>
  );
}
