import { signal } from '@preact/signals-react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../data/use-signal.ts';
import { Button } from './button.tsx';
import { Notice, type Tone } from './notice.tsx';

/** What happened shows for 1500 ms; errors stay until they are dismissed. Specification, section 9. */
const TOAST_MS = 1_500;

interface Toast {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
}

const toasts = signal<readonly Toast[]>([]);
let nextId = 1;

/** Says what happened, bottom left. */
export function toast(text: string, tone: Tone = 'good'): void {
  const id = nextId++;
  toasts.value = [...toasts.value, { id, tone, text }].slice(-5);
  if (tone !== 'bad') setTimeout(() => dismiss(id), TOAST_MS);
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
      {shown.map(({ id, tone, text }) => (
        <Notice
          key={id}
          tone={tone}
          action={
            tone === 'bad' ? (
              <Button
                kind="quiet"
                icon={<X />}
                aria-label={t('dismiss')}
                onClick={() => dismiss(id)}
              />
            ) : undefined
          }
        >
          {text}
        </Notice>
      ))}
    </div>
  );
}
