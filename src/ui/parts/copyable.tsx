import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { toast } from './toasts.tsx';

/** Copies a text, and says that it has; `what`: its name. */
export function useCopy(): (what: string, text: string) => void {
  const { t } = useTranslation();
  return (what, text) =>
    void copyText(text).then(
      () => toast(t('copied', { what })),
      (error: unknown) => toast(t('notCopied', { why: String(error) }), 'bad'),
    );
}

/** An identifier in full, with a button that copies it. `what`: its name, for those who hear it. */
export function Copyable({ what, children }: { readonly what: string; readonly children: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <span className="copyable">
      <bdi className="mono">{children}</bdi>
      <Button
        kind="quiet"
        icon={<Copy />}
        aria-label={t('copy', { what })}
        title={t('copy', { what })}
        onClick={() => copy(what, children)}
      />
    </span>
  );
}
