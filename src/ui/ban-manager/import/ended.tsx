import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { CommandError } from '../../../worker/contract.ts';
import { banErrorText } from '../../bans/known/ban-list.ts';
import { Button } from '../../parts/button.tsx';
import { useLocale } from '../../parts/locale.ts';
import { NotTaken } from '../../parts/not-taken.tsx';
import { Notice } from '../../parts/notice.tsx';
import { countOf } from '../../parts/send-parts.ts';
import { formatCount } from '../../text/format.ts';
import type { BansOfFile } from './read-bans.ts';
import type { Sent } from './use-import.ts';

/** What an import came to, and what can be done about what was not taken. */
export function Ended({
  file,
  sent,
  error,
  bansHref,
  onUndo,
  onAgain,
  onSend,
}: {
  readonly file: BansOfFile;
  readonly sent: Sent;
  /** Why the host took no more of it; null: it was stopped, or all of it was sent. */
  readonly error: CommandError | null;
  readonly bansHref: string;
  /** null: they may not take it back. */
  readonly onUndo: (() => void) | null;
  /** Chooses another file. */
  readonly onAgain: () => void;
  /** Sends what was not taken. */
  readonly onSend: () => void;
}) {
  const { t } = useTranslation('banImport');
  const locale = useLocale();
  const { left, refused, added, known } = sent;
  const isLeft = left.length > 0;
  const isWhole = !isLeft && refused.length === 0;
  const total = file.bans.length;
  const done = total - countOf(left) - countOf(refused);
  const undo =
    onUndo === null || added === 0 ? null : <Button onClick={onUndo}>{t('undo')}</Button>;
  return (
    <>
      {isLeft ? (
        <Notice tone={error === null ? 'warn' : 'bad'}>
          {t('stopped', { done: formatCount(done, locale), total: formatCount(total, locale) })}{' '}
          {error === null || refused.at(-1)?.error === error ? null : banErrorText(error)}
        </Notice>
      ) : (
        <Notice tone={isWhole ? 'good' : 'plain'}>
          {t('added', { count: added })} {known === 0 ? null : t('known', { count: known })}
        </Notice>
      )}
      {refused.length === 0 ? null : (
        <Notice tone="bad">
          <NotTaken parts={refused} lines={file.lines} reasonText={banErrorText} />
        </Notice>
      )}
      <div className="actions">
        {isWhole ? undo : null}
        <Button onClick={onAgain}>{t(isWhole ? 'another' : 'other')}</Button>
        {isWhole ? (
          <Link href={bansHref} className="button">
            {t('seeBans')}
          </Link>
        ) : (
          <>
            {undo}
            <Button kind="primary" onClick={onSend}>
              {t(isLeft ? 'goOn' : 'sendAgain')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
