/** The lines of teams and organizations that the account belongs to, and of their pages. */
import { mayInGroup, type GroupPermission } from '../../../domain/permissions.ts';
import { to } from '../../../domain/routes/routes.ts';
import type { AccountRow } from '../../../domain/rows.ts';
import { match } from '../../../domain/search/match.ts';
import type { GroupKind } from '../../../protocol/groups/limits.ts';
import type { Known } from './known.ts';
import { FITS, SHOWN, type Group, type Item } from './items.ts';

interface Community {
  readonly kind: GroupKind;
  readonly id: string;
  readonly name: string;
}

/** Its pages beside the first, by the tab of their address, and what shows them. */
const PAGES = {
  team: {
    members: 'team.members.list',
    roles: 'team.roles.list',
    resources: 'team.view',
    audit: 'team.modify',
    settings: 'team.modify',
  },
  organization: {
    members: 'organization.personnel.list',
    invites: 'organization.personnel.list',
    roles: 'organization.roles.list',
    teams: 'organization.view',
    resources: 'organization.view',
    audit: 'organization.modify',
    settings: 'organization.modify',
  },
} as const satisfies Readonly<Record<GroupKind, Readonly<Record<string, GroupPermission>>>>;
type Page = keyof (typeof PAGES)['organization'];

/** Those that the account belongs to, by name. */
export function communityItems(known: Known): readonly Item[] {
  return communitiesOf(known).map((one) => itemOf(one, known));
}

/** The first of these lines, under their title. */
export function communityGroup(items: readonly Item[], { t }: Known): Group {
  const more = Math.max(0, items.length - SHOWN);
  const title = t('group.communities');
  return { key: 'communities', title, items: items.slice(0, SHOWN), more };
}

/**
 * Those that fit what is typed, best first, and pages of others that fit it with the name. `meant`: the one whose name fits
 * best, with its pages.
 */
export function communityMatches(known: Known, words: readonly string[]) {
  const named = communitiesOf(known)
    .flatMap((one) => {
      const fit = match(one.name, words);
      const item = { ...itemOf(one, known), ranges: fit?.ranges ?? [] };
      return fit === null || fit.score < FITS ? [] : [{ one, score: fit.score, item }];
    })
    .toSorted((a, b) => b.score - a.score);
  const pages = communitiesOf(known)
    .filter((one) => !named.some((hit) => hit.one.id === one.id))
    .flatMap((one) => pagesOf(one, known))
    .flatMap((item) => {
      const fit = match(item.label, words);
      if (fit === null || fit.score < FITS) return [];
      return [{ score: fit.score, item: { ...item, ranges: fit.ranges } }];
    })
    .toSorted((a, b) => b.score - a.score);
  const [first] = named;
  return {
    hits: [...named, ...pages].map(({ score, item }) => ({ score, item })),
    meant: first && {
      name: first.one.name,
      id: first.one.id,
      score: first.score,
      items: pagesOf(first.one, known),
    },
  };
}

function communitiesOf({ account, reach }: Known): readonly Community[] {
  if (account === undefined || reach.from !== 'portal') return [];
  return account.memberships.flatMap(({ team, organization }) => [
    ...named('team', team),
    ...named('organization', organization),
  ]);
}

type Named = AccountRow['memberships'][number]['team'];

function named(kind: GroupKind, given: Named): readonly Community[] {
  return given === null ? [] : [{ kind, id: given.id, name: given.identifier }];
}

function itemOf({ kind, id, name }: Community, { t }: Known): Item {
  return {
    key: `group:${id}`,
    label: name,
    ranges: [],
    detail: t(`community.${kind}`),
    icon: 'page',
    why: null,
    does: { kind: 'go', href: to.group(kind, id) },
  };
}

function pagesOf({ kind, id, name }: Community, { account, t }: Known): readonly Item[] {
  const needs = Object.entries(PAGES[kind]) as [Page, GroupPermission][];
  return needs
    .filter(([, permission]) => mayInGroup(account, id, permission))
    .map(([page]) => ({
      key: `group:${id}:${page}`,
      label: t('what', { deed: t(`community.page.${page}`), name }),
      ranges: [],
      detail: '',
      icon: 'page',
      why: null,
      does: { kind: 'go', href: to.group(kind, id, `?tab=${page}`) },
    }));
}
