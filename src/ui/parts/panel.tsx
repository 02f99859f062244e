import { createContext, useContext, useId, type ReactNode } from 'react';

/** Whose panels these are, where a page has those of several. */
export const PanelOwner = createContext<string | null>(null);

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
  const owner = useContext(PanelOwner);
  return (
    <section className="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {title}
          {owner === null ? null : <span className="visually-hidden">: {owner}</span>}
        </h2>
        {tools}
      </header>
      {padded ? <div className="body">{children}</div> : children}
    </section>
  );
}
