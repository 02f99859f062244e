import { useTranslation } from 'react-i18next';
import type { CommandError } from '../../worker/contract.ts';
import { useReplaying } from '../data/use-view.ts';
import { errorText } from '../text/problem-text.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** A panel that could not load, with a way to try again; what is not in a recording never will. */
export function CallError({
  error,
  onRetry,
}: {
  readonly error: CommandError;
  readonly onRetry: () => void;
}) {
  const { t } = useTranslation();
  if (useReplaying()) return <p className="soft">{errorText({ kind: 'replaying' })}</p>;
  return (
    <Notice tone="bad" action={<Button onClick={onRetry}>{t('retry')}</Button>}>
      {errorText(error)}
    </Notice>
  );
}
