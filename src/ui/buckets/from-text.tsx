/** Parts of a form that adds what a text says to a bucket, a line each. */
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../parts/button.tsx';
import { Control, Labelled } from '../parts/field.tsx';
import { toast } from '../parts/toasts.tsx';
import type { Sent } from './use-sending.ts';

/** A bucket that is full of long comments is smaller. */
const FILE_MAX = 2_097_152;
/** So many lines are named; all are counted. */
const NAMED = 1_000;

/** Takes lines that are typed, pasted or in a file. */
export function Lines({
  value,
  onText,
  ...field
}: {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly wrong: string | undefined;
  readonly value: string;
  readonly onText: (text: string) => void;
}) {
  return (
    <>
      <div className="bucket-ids">
        <Labelled {...field}>
          <Control
            className="input"
            value={value}
            spellCheck={false}
            render={<textarea rows={8} />}
            onValueChange={onText}
          />
        </Labelled>
      </div>
      <FromFile onText={onText} />
    </>
  );
}

/** Puts what a file has in the place of what is typed. */
function FromFile({ onText }: { readonly onText: (text: string) => void }) {
  const { t } = useTranslation('buckets');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const take = async (file: File) => {
    if (file.size > FILE_MAX) toast(t('add.tooLarge'), 'bad');
    else onText(await file.text());
  };
  return (
    <div>
      <Button onClick={() => input.current?.click()} aria-controls={id}>
        {t('add.file')}
      </Button>
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
          if (file !== undefined) void take(file).catch(reportError);
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

/** How much is sent, while it is and where that broke off. */
export function HowFar({ sent, busy }: { readonly sent: Sent | null; readonly busy: boolean }) {
  const { t } = useTranslation('buckets');
  if (sent === null || sent.done === 0) return null;
  return (
    <p role="status">
      {t(busy ? 'add.sending' : 'add.stopped', { done: sent.done, count: sent.all })}
    </p>
  );
}
