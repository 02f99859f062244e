import type { ReactNode } from 'react';

export type Tone = 'plain' | 'good' | 'warn' | 'bad';

/** A message that stays. `bad` is announced at once, the others when there is a pause. */
export function Notice({
  tone = 'plain',
  slim = false,
  children,
  action,
}: {
  readonly tone?: Tone;
  /** One line that stands on every page and must not be in the way. */
  readonly slim?: boolean;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div
      className="notice"
      data-tone={tone}
      data-slim={slim}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <div>{children}</div>
      {action}
    </div>
  );
}
