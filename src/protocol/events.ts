/** Every realtime event of the specifications, by its wire name, with the schema of its data. */
import type { z } from 'zod';
import type { EVENT } from './event-names.ts';
import { serverFeed } from './feed/fields.ts';
import { playerCreate, playerDestruct } from './players/events.ts';
import { presenceServer } from './presence/events.ts';
import { rowGone, rowPut } from './resources/events.ts';
import {
  omegaDeploy,
  serverDestroy,
  serverMetrics,
  serverStateEvent,
  serverUpdate,
  updateServer,
} from './servers/events.ts';
import {
  ack,
  eventSubscription,
  keepalive,
  notification,
  refresh,
  uiReloadComponents,
  update,
  userBootstraped,
} from './session/events.ts';

export const EVENTS = {
  ack,
  keepalive,
  refresh,
  update,
  'server:destroy': serverDestroy,
  'update:server': updateServer,
  'server:update': serverUpdate,
  'server:state': serverStateEvent,
  'gsm:player:create': playerCreate,
  'gsm:player:destruct': playerDestruct,
  'omega:deploy': omegaDeploy,
  'presence:server': presenceServer,
  'user:bootstraped': userBootstraped,
  'ui:reload:components': uiReloadComponents,
  'server:feed': serverFeed,
  'server:metrics': serverMetrics,
  event_subscription: eventSubscription,
  notification,
  'row:put': rowPut,
  'row:gone': rowGone,
} as const satisfies Readonly<Record<(typeof EVENT)[number], z.ZodType>>;

export type EventName = keyof typeof EVENTS;
export type EventData<N extends EventName> = z.infer<(typeof EVENTS)[N]>;

/** Events that belong to the socket or to a moment: they are in no stream and have no sequence. */
export const UNSEQUENCED = [
  'ack',
  'keepalive',
  'refresh',
  'presence:server',
  'event_subscription',
] as const satisfies readonly EventName[];
