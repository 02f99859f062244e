import './found-so-far.css';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandError } from '../../worker/contract.ts';
import { formatMoment } from '../text/format.ts';
import { shownName } from '../text/player-name.ts';
import { CallError } from './call-error.tsx';
import { useLocale } from './locale.ts';

/** So many are named; the rest is counted. */
const NAMED = 50;

/** Somebody, what there is to say of them, and when it was. */
export interface FoundLine {
  readonly key: string;
  /** Empty: they were erased. */
  readonly name: string;
  readonly said?: string | null;
  readonly because?: string;
  readonly at: number;
}

/** Whom a search through the past has found so far. It takes the focus of the button that it came in place of. */
export function FoundSoFar({
  status,
  error,
  onRetry,
  lines,
  more,
  days,
  children,
}: {
  readonly status: string;
  readonly error: CommandError | null;
  readonly onRetry: () => void;
  readonly lines: readonly FoundLine[];
  /** That so many are not named. */
  readonly more: (count: number) => string;
  /** Of so many days it is looked for them, and of so many something is kept; null: that is not known yet. */
  readonly days: { readonly asked: number; readonly kept: number | null };
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus({ preventScroll: true }), []);
  return (
    <div className="found-so-far">
      <p role="status" ref={line} tabIndex={-1}>
        {status}
      </p>
      {error === null ? null : <CallError error={error} onRetry={onRetry} />}
      {lines.length === 0 ? null : (
        <div role="group" aria-label={status} tabIndex={0}>
          <ul>
            {lines.slice(0, NAMED).map(({ key, name, said = null, because, at }) => (
              <li key={key}>
                <bdi>{shownName(name)}</bdi>
                {said === null ? null : (
                  <>
                    {': '}
                    <bdi>{said}</bdi>
                  </>
                )}{' '}
                <span className="soft">
                  {because === undefined ? null : `${because} · `}
                  {formatMoment(at, locale)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {lines.length > NAMED ? <p className="soft">{more(lines.length - NAMED)}</p> : null}
      {days.kept !== null && days.kept < days.asked ? (
        <p className="soft">{t('keptDays', { count: days.kept })}</p>
      ) : null}
      {children}
    </div>
  );
}
