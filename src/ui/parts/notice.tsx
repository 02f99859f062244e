import type { ReactNode } from 'react';

export type Tone = 'plain' | 'good' | 'warn' | 'bad';

/** A message that stays. `bad` is announced at once, the others when there is a pause. */
export function Notice({
  tone = 'plain',
  children,
  action,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <div>{children}</div>
      {action}
    </div>
  );
}
