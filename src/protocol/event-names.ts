/** Every realtime event of the specifications, by its wire name; `events.ts` has the schemas of their data. */
export const EVENT = [
  'ack',
  'keepalive',
  'refresh',
  'update',
  'server:destroy',
  'update:server',
  'server:update',
  'server:state',
  'gsm:player:create',
  'gsm:player:destruct',
  'omega:deploy',
  'presence:server',
  'user:bootstraped',
  'ui:reload:components',
  'server:feed',
  'server:metrics',
  'event_subscription',
  'notification',
  'row:put',
  'row:gone',
] as const;

const NAMES: ReadonlySet<string> = new Set(EVENT);

/** Whether this version knows the event. */
export function isEventName(name: string): boolean {
  return NAMES.has(name);
}
