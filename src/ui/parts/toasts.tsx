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
  /** ms; null: until it is dismissed. */
  readonly lasts: number | null;
}

const toasts = signal<readonly Toast[]>([]);
let nextId = 1;

const timers = new Set<ReturnType<typeof setTimeout>>();
/** Nothing goes while the focus is on one of them. The pointer holds nothing: it may rest on what a toast covers. */
let held = false;

/** Says what happened, bottom left; `undo`: takes it back, for a while. */
export function toast(text: string, tone: Tone = 'good', undo: (() => void) | null = null): void {
  const lasts = tone === 'bad' ? null : undo === null ? TOAST_MS : UNDO_MS;
  const said = { id: nextId++, tone, text, undo, lasts };
  toasts.value = [...toasts.value, said].slice(-5);
  wait(said);
}

/** Presses the newest 'Undo' that shows; false: there is none. */
export function takeBack(): boolean {
  const newest = toasts.peek().findLast(({ undo }) => undo !== null);
  if (newest === undefined) return false;
  dismiss(newest.id);
  newest.undo?.();
  return true;
}

function wait({ id, lasts }: Toast): void {
  if (lasts === null || held) return;
  const timer = setTimeout(() => {
    timers.delete(timer);
    dismiss(id);
  }, lasts);
  timers.add(timer);
}

function hold(now: boolean): void {
  if (held === now) return;
  held = now;
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  if (!held) toasts.peek().forEach(wait);
}

/** Says how far something is that goes on by itself, until it has ended. */
export interface Running {
  readonly say: (text: string) => void;
  readonly end: () => void;
}

/** The same of what goes on while people do something else. */
export function running(text: string): Running {
  const id = nextId++;
  const said = (now: string): Toast => ({ id, tone: 'plain', text: now, undo: null, lasts: null });
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
  // The focus went with it, and no blur is told of that.
  hold(false);
}

/** The place where toasts show; once, in the frame. */
export function Toasts() {
  const { t } = useTranslation();
  const shown = useSignalValue(toasts);
  const newest = shown.findLast(({ undo }) => undo !== null);
  return (
    // A dialog hides all around it from screen readers, but for what has this attribute.
    <div className="toasts" aria-live="off" onFocus={() => hold(true)} onBlur={() => hold(false)}>
      {shown.map(({ id, tone, text, undo }) => (
        <Notice
          key={id}
          tone={tone}
          action={
            tone === 'bad' || undo !== null ? (
              <>
                {undo === null ? null : (
                  <Button
                    aria-keyshortcuts={id === newest?.id ? 'Control+Z Meta+Z' : undefined}
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
