import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useMinute } from '../../data/clock.ts';
import { useOne } from '../../data/use-view.ts';
import { useReach } from '../keys/reach.ts';

/** The pages of the sidebar: one tab stop, in which the arrow keys go from one to the next. */
export function PageLinks({ onChosen }: { readonly onChosen: () => void }) {
  const { t } = useTranslation('frame');
  const reach = useReach();
  const account = useOne({ view: 'account' }).row;
  const now = useMinute();
  const [path] = useLocation();
  const [active, setActive] = useState<string | null>(null);
  const links = reach.links.filter(({ offered }) => offered(account));
  const here = ({ href, withBelow }: (typeof links)[number]) =>
    withBelow === true ? path.startsWith(href) : path === href;
  const stop =
    links.find(({ href }) => href === active)?.href ?? (links.find(here) ?? links[0])?.href;
  return (
    <div className="nav-pages" onKeyDown={goAlong}>
      {links.map((link) => {
        const { href, icon: Icon, label, waiting } = link;
        return (
          <Link
            key={href}
            href={href}
            className="nav-link"
            tabIndex={href === stop ? 0 : -1}
            onFocus={() => setActive(href)}
            onClick={onChosen}
            aria-current={here(link) ? 'page' : undefined}
          >
            <Icon className="icon" />
            {t(label)}
            {waiting === undefined ? null : <Waiting count={waiting(account, now)} />}
          </Link>
        );
      })}
    </div>
  );
}

/** How many invitations wait behind a link. */
function Waiting({ count }: { readonly count: number }) {
  const { t } = useTranslation('frame');
  if (count === 0) return null;
  return (
    <span className="nav-waiting numeric">
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{t('waiting', { count })}</span>
    </span>
  );
}

function goAlong(event: KeyboardEvent<HTMLDivElement>): void {
  if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const all = [...event.currentTarget.querySelectorAll('a')];
  const at = all.findIndex((link) => link === event.target);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
}
