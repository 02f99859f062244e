import { z } from 'zod';
import { read } from '../call.ts';
import { ROW } from '../resources/schemas.ts';

export const teamsList = read({
  name: 'teams-list',
  path: '/app/v1/teams/list',
  summary: 'The teams that the account may see.',
  answer: z.object({ teams: z.array(ROW.teams) }),
  access: 'signed-in',
});

export const organizations = read({
  name: 'organizations',
  path: '/app/v1/organizations',
  summary: 'The organizations that the account may see.',
  answer: z.object({ organizations: z.array(ROW.organizations) }),
  access: 'signed-in',
});
