/** Parts of a form that adds what a text says to a bucket, a line each. */
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { largestFile } from '../../domain/buckets/export.ts';
import type { BucketType } from '../../protocol/buckets/limits.ts';
import { bucketErrorText } from '../entries/bucket.ts';
import { Button } from '../parts/button.tsx';
import { Control, Labelled } from '../parts/field.tsx';
import { useLocale } from '../parts/locale.ts';
import { NotTaken } from '../parts/not-taken.tsx';
import { countOf } from '../parts/send-parts.ts';
import { toast } from '../parts/toasts.tsx';
import { formatBytes } from '../text/format.ts';
import type { Sent } from './use-sending.ts';

/** A file of more characters is no text to type in, and a field would take long to show it. */
const SHOWN_MOST = 200_000;
/** So many lines are named; all are counted. */
const NAMED = 1_000;

/** What a function said last: a text that is long is read once for each change of it. */
export function useLast<A extends readonly unknown[], R>(of: (...given: A) => R) {
  const last = useRef<{ readonly given: A; readonly said: R } | null>(null);
  return (...given: A): R => {
    if (last.current === null || last.current.given.some((one, at) => one !== given[at])) {
      last.current = { given, said: of(...given) };
    }
    return last.current.said;
  };
}

/** Takes lines that are typed, pasted or in a file. */
export function Lines({
  type,
  value,
  onText,
  ...field
}: {
  readonly type: BucketType;
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly wrong: string | undefined;
  readonly value: string;
  readonly onText: (text: string) => void;
}) {
  const { t } = useTranslation('buckets');
  const locale = useLocale();
  /** A long one, which is named in place of its text. */
  const [file, setFile] = useState<File | null>(null);
  const take = async (given: File) => {
    const text = await given.text();
    setFile(text.length > SHOWN_MOST ? given : null);
    onText(text);
  };
  return (
    <>
      <div className="bucket-ids">
        <Labelled {...field}>
          <Control
            className="input"
            value={file === null ? value : `${file.name} (${formatBytes(file.size, locale)})`}
            readOnly={file !== null}
            spellCheck={false}
            render={<textarea rows={8} />}
            onValueChange={onText}
          />
        </Labelled>
      </div>
      {file === null ? (
        <FromFile type={type} onFile={take} />
      ) : (
        <div>
          <Button
            onClick={() => {
              setFile(null);
              onText('');
            }}
          >
            {t('add.noFile')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Puts what a file has in the place of what is typed. */
function FromFile({
  type,
  onFile,
}: {
  readonly type: BucketType;
  readonly onFile: (file: File) => Promise<void>;
}) {
  const { t } = useTranslation('buckets');
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const hint = useId();
  const most = formatBytes(largestFile(type), locale);
  const take = async (file: File) => {
    if (file.size > largestFile(type)) return toast(t('add.tooLarge', { most }), 'bad');
    await onFile(file).catch(() => toast(t('add.unread'), 'bad'));
  };
  return (
    <div className="bucket-file">
      <Button onClick={() => input.current?.click()} aria-controls={id} aria-describedby={hint}>
        {t('add.file')}
      </Button>
      <span id={hint} className="soft">
        {t('add.fileMost', { most })}
      </span>
      <input
        id={id}
        ref={input}
        type="file"
        accept=".txt,.csv,.cfg,text/plain,text/csv"
        aria-label={t('add.file')}
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void take(file);
          target.value = '';
        }}
      />
    </div>
  );
}

/** Each line that is left out, with why. */
export function LeftOut({
  lines,
}: {
  readonly lines: readonly {
    readonly line: number;
    readonly text: string;
    readonly why: string;
  }[];
}) {
  const { t } = useTranslation('buckets');
  const shown = lines.slice(0, NAMED);
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>{t('add.refused', { count: lines.length })}</summary>
      <ul className="refused-lines">
        {shown.map(({ line, text, why }) => (
          <li key={line}>
            <span className="soft numeric">{t('add.line', { line })}</span> <code>{text}</code>{' '}
            <span className="soft">{why}</span>
          </li>
        ))}
      </ul>
      {lines.length === shown.length ? null : (
        <p className="soft">{t('add.moreRefused', { count: lines.length - shown.length })}</p>
      )}
    </details>
  );
}

/** How much is sent, while it is and where that broke off, and what was not taken; `onBack`: takes it out again. */
export function HowFar({
  sent,
  lines,
  busy,
  onBack,
}: {
  readonly sent: Sent | null;
  /** In which line of the text each of them stands. */
  readonly lines: readonly number[];
  readonly busy: boolean;
  readonly onBack: (() => void) | null;
}) {
  const { t } = useTranslation('buckets');
  if (sent === null) return null;
  const { all, left, refused, rests } = sent;
  const done = all - countOf(left) - countOf(refused);
  return (
    <>
      {done === 0 ? null : (
        <div className="bucket-chosen">
          <p role="status">
            {t(busy ? 'add.sending' : 'add.stopped', { done, count: all })}{' '}
            {busy && rests ? t('add.rests') : null}
          </p>
          {busy || onBack === null ? null : <Button onClick={onBack}>{t('add.takeBack')}</Button>}
        </div>
      )}
      <NotTaken parts={refused} lines={lines} reasonText={bucketErrorText} />
    </>
  );
}
