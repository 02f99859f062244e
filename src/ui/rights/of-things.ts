import {
  BAN_LIST_PERMISSION,
  BUCKET_PERMISSION,
  ORGANIZATION_PERMISSION,
  SERVER_PERMISSION,
  TEAM_PERMISSION,
} from '../../protocol/permissions.ts';
import type { ThingKind, ThingPermission } from '../../protocol/rights/calls.ts';
import { useCall, type Called } from '../parts/use-call.ts';

/** What rights are on. */
export interface Thing {
  readonly kind: ThingKind | 'server';
  readonly id: string;
}

/** What can be held on each kind of thing. */
export const HELD_ON: Readonly<Record<Thing['kind'], readonly ThingPermission[]>> = {
  server: SERVER_PERMISSION,
  team: TEAM_PERMISSION,
  organization: ORGANIZATION_PERMISSION,
  banlist: BAN_LIST_PERMISSION,
  bucket: BUCKET_PERMISSION,
};

type Answered = Called<'serverRights'>;
interface WhoMay {
  readonly answer: Answered['answer'];
  readonly error: Answered['error'];
  readonly reload: Answered['reload'];
}

/** Everybody who may do this with something, null is anything, and what lets them. */
export function useWhoMay(
  { kind, id }: Thing,
  permission: ThingPermission | null,
  version: number,
): WhoMay {
  const query = permission === null ? {} : { permission };
  const asked = <Params>(of: Thing['kind'], params: Params) =>
    kind === of ? { params, query } : null;
  const answers = {
    server: useCall('serverRights', asked('server', { server_id: id }), version),
    team: useCall('teamRights', asked('team', { group_id: id }), version),
    organization: useCall('organizationRights', asked('organization', { group_id: id }), version),
    banlist: useCall('banListRights', asked('banlist', { banlist_id: id }), version),
    bucket: useCall('bucketRights', asked('bucket', { bucket_id: id }), version),
  };
  return answers[kind];
}
