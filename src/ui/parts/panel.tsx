import { useId, type ReactNode } from 'react';

/** A titled region of a screen; `tools` stand at the right of its title. */
export function Panel({
  title,
  tools,
  padded = true,
  children,
}: {
  readonly title: string;
  readonly tools?: ReactNode;
  /** Lists and tables reach to the edge. */
  readonly padded?: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {tools}
      </header>
      {padded ? <div className="body">{children}</div> : children}
    </section>
  );
}
