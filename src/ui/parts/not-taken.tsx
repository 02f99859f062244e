import { useTranslation } from 'react-i18next';
import type { CommandError } from '../../worker/contract.ts';
import { useLocale } from './locale.ts';
import type { RefusedPart } from './send-parts.ts';
import { countOf } from './send-parts.ts';
import { formatCount, formatList } from '../text/format.ts';

/** So many lines of a part are named as the reason. */
const NAMED = 5;

/** The parts of a text that the host did not take, by their lines and with why. */
export function NotTaken({
  parts,
  lines,
  reasonText,
}: {
  readonly parts: readonly RefusedPart[];
  /** In which line each of what is sent stands. */
  readonly lines: readonly number[];
  readonly reasonText: (error: CommandError) => string;
}) {
  const { t } = useTranslation('forms');
  const locale = useLocale();
  const named = (line: number) => formatCount(line, locale);
  if (parts.length === 0) return null;
  return (
    <div className="not-taken">
      <p>{t('unsent.not', { count: countOf(parts) })}</p>
      <ul className="refused-lines">
        {parts.map((part) => {
          const [from = 0, to = from] = [lines[part.from], lines[part.to - 1]];
          const guilty = linesOf(part, lines).map(named);
          return (
            <li key={part.from}>
              <span className="numeric">
                {from === to
                  ? t('unsent.line', { line: named(from) })
                  : t('unsent.lines', { from: named(from), to: named(to) })}
              </span>{' '}
              {isUnclear(part.error) ? t('unsent.unclear') : reasonText(part.error)}{' '}
              {guilty.length === 0 || from === to
                ? null
                : t('unsent.because', {
                    count: guilty.length,
                    lines: formatList(guilty, 'conjunction', locale),
                  })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The lines that the host names as the reason: it counts from the part's first. */
function linesOf({ from, error }: RefusedPart, lines: readonly number[]): readonly number[] {
  const fields = error.kind === 'problem' ? Object.keys(error.problem.fields ?? {}) : [];
  const found = fields.flatMap((field) => {
    const line = lines[from + Number(/^\w+\.(\d+)(?:\.|$)/.exec(field)?.[1] ?? Number.NaN)];
    return line === undefined ? [] : [line];
  });
  return [...new Set(found)].slice(0, NAMED);
}

/** It would ask for fields to be looked at, and there are none. */
function isUnclear(error: CommandError): boolean {
  return error.kind === 'problem' && error.problem.code === 'invalid-request';
}
