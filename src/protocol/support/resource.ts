/** For how long staff may act as the owner of a server, a team or an organization, who let them, and whether it may cost. */
import { idOf, personal, plain, toldResource } from '../resources/resource.ts';
import { SUPPORTED_KIND } from './limits.ts';

/** A server's are its own and those of the groups over it. */
const fields = {
  /** What is done by it names this in the audit. */
  authorization_id: plain(({ hexId }) => hexId),
  kind: plain(({ z }) => z.enum(SUPPORTED_KIND)),
  /** The server or the group that it was given for. */
  of: plain(({ hexId }) => hexId),
  identifier: plain(({ words }) => words),
  given_by: idOf('account'),
  given_by_name: personal(({ personName }) => personName, 'given_by'),
  since: plain(({ moment }) => moment),
  /** It ends by itself then. */
  until: plain(({ moment }) => moment),
  /** They may also cause costs for the owner. */
  costs: plain(({ z }) => z.boolean()),
} as const;

const declared = {
  many: 'authorizations of support',
  fields,
  order: { by: 'since', direction: 'asc' },
  searched: ['given_by_name'],
  /** Its own, its team's and its organization's. */
  most: 3,
} as const;

export const SUPPORT = toldResource({
  ...declared,
  name: 'support',
  scope: 'server',
  read: 'server.support',
});

export const TEAM_SUPPORT = toldResource({
  ...declared,
  name: 'teamSupport',
  scope: 'group',
  read: 'team.view',
});

export const ORGANIZATION_SUPPORT = toldResource({
  ...declared,
  name: 'organizationSupport',
  scope: 'group',
  read: 'organization.view',
});
