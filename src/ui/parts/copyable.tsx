import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { toast } from './toasts.tsx';

/** An identifier in full, with a button that copies it. `what`: its name, for those who hear it. */
export function Copyable({ what, children }: { readonly what: string; readonly children: string }) {
  const { t } = useTranslation();
  const copy = () =>
    copyText(children).then(
      () => toast(t('copied', { what })),
      (error: unknown) => toast(t('notCopied', { why: String(error) }), 'bad'),
    );
  return (
    <span className="copyable">
      <bdi className="mono">{children}</bdi>
      <Button
        kind="quiet"
        icon={<Copy />}
        aria-label={t('copy', { what })}
        title={t('copy', { what })}
        onClick={() => void copy()}
      />
    </span>
  );
}
