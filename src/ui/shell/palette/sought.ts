import { to } from '../../../domain/routes/routes.ts';
import { isolated } from '../../text/isolated.ts';
import type { Known } from './known.ts';
import type { Group } from './items.ts';

/** The group of that line alone: with nothing beside it, nothing was found. */
export const SOUGHT = 'sought';

/** Hands what is typed to the search for players: whoever has left is no line of the palette. */
export function soughtGroup(typed: string, { reach, account, t }: Known): Group {
  const text = typed.trim();
  const search = reach.pages.find(({ name }) => name === 'search');
  const isOffered = search !== undefined && (search.offered?.(account) ?? true);
  const title = t('group.sought');
  if (!isOffered || text === '') return { key: SOUGHT, title, items: [], more: 0 };
  const item = {
    key: SOUGHT,
    label: t('searchFor', { text: isolated(text) }),
    ranges: [],
    detail: '',
    icon: 'page',
    why: null,
    does: { kind: 'go', href: to.search(`?q=${encodeURIComponent(text)}`) },
  } as const;
  return { key: SOUGHT, title, items: [item], more: 0 };
}
