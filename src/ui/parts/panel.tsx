import {
  createContext,
  useContext,
  useEffect,
  useId,
  useRef,
  type ReactNode,
  type RefObject,
} from 'react';
import { useSearch } from 'wouter';
import { addressOf, text } from './addresses/parameters.ts';
import { arriveAt } from './arrive-at.ts';

/** Whose panels these are, where a page has those of several. */
export const PanelOwner = createContext<string | null>(null);

/** What addresses call the panels inside, where they can mean one of a page. */
export const PanelParts = createContext<readonly string[] | null>(null);

const ADDRESS = addressOf({ part: text('part') });

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
  const parts = useContext(PanelParts);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="panel" aria-labelledby={id}>
      <header>
        <h2 id={id} ref={heading} tabIndex={parts === null ? undefined : -1}>
          {title}
          {owner === null ? null : <span className="visually-hidden">: {owner}</span>}
        </h2>
        {tools}
      </header>
      {parts === null ? null : <Arrival heading={heading} parts={parts} />}
      {padded ? <div className="body">{children}</div> : children}
    </section>
  );
}

/** Whoever comes by an address that means this panel begins to read there. */
function Arrival({
  heading,
  parts,
}: {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly parts: readonly string[];
}) {
  const { part } = ADDRESS.read(useSearch());
  const isMeant = parts.includes(part);
  useEffect(
    () => (isMeant && heading.current !== null ? arriveAt(heading.current) : undefined),
    [isMeant, heading],
  );
  return null;
}
