import { signal } from '@preact/signals-react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../data/use-signal.ts';
import { Button } from './button.tsx';
import { Notice, type Tone } from './notice.tsx';

/** What happened shows for 1500 ms; errors stay until they are dismissed. Specification, section 9. */
const TOAST_MS = 1_500;
/** What can be taken back shows for so long. */
const UNDO_MS = 10_000;

interface Toast {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
  readonly undo: (() => void) | null;
}

const toasts = signal<readonly Toast[]>([]);
let nextId = 1;

/** Says what happened, bottom left; `undo`: takes it back, for a while. */
export function toast(text: string, tone: Tone = 'good', undo: (() => void) | null = null): void {
  const id = nextId++;
  toasts.value = [...toasts.value, { id, tone, text, undo }].slice(-5);
  if (tone !== 'bad') setTimeout(() => dismiss(id), undo === null ? TOAST_MS : UNDO_MS);
}

/** Says how far something is that goes on by itself, until it has ended. */
export interface Running {
  readonly say: (text: string) => void;
  readonly end: () => void;
}

/** The same of what goes on while people do something else. */
export function running(text: string): Running {
  const id = nextId++;
  const said = (now: string): Toast => ({ id, tone: 'plain', text: now, undo: null });
  toasts.value = [...toasts.value, said(text)];
  return {
    say: (now) => {
      toasts.value = toasts.value.map((one) => (one.id === id ? said(now) : one));
    },
    end: () => dismiss(id),
  };
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

/** The place where toasts show; once, in the frame. */
export function Toasts() {
  const { t } = useTranslation();
  const shown = useSignalValue(toasts);
  return (
    // A dialog hides all around it from screen readers, but for what has this attribute.
    <div className="toasts" aria-live="off">
      {shown.map(({ id, tone, text, undo }) => (
        <Notice
          key={id}
          tone={tone}
          action={
            tone === 'bad' || undo !== null ? (
              <>
                {undo === null ? null : (
                  <Button
                    onClick={() => {
                      dismiss(id);
                      undo();
                    }}
                  >
                    {t('undo')}
                  </Button>
                )}
                <Button
                  kind="quiet"
                  icon={<X />}
                  aria-label={t('dismiss')}
                  onClick={() => dismiss(id)}
                />
              </>
            ) : undefined
          }
        >
          {text}
        </Notice>
      ))}
    </div>
  );
}
