import { useEffect, useRef } from 'react';
import { Link } from 'wouter';

/** The tabs of a page, each with an address of its own. */
export function PageTabs({
  label,
  current,
  tabs,
}: {
  readonly label: string;
  readonly current: string;
  readonly tabs: readonly { readonly name: string; readonly href: string; readonly text: string }[];
}) {
  const nav = useRef<HTMLElement>(null);
  // On a phone there are more than fit beside each other.
  useEffect(() => {
    const shown = nav.current?.querySelector('[aria-current]');
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav className="tab-list" ref={nav} aria-label={label}>
      {tabs.map(({ name, href, text }) => (
        <Link
          key={name}
          className="tab"
          href={href}
          aria-current={name === current ? 'page' : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
