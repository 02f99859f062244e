import { SERVER_PERMISSION, type ServerPermission } from '../../protocol/permissions.ts';

/** What people are mostly given, each a set of permissions to begin with. */
export const PRESET = ['watcher', 'moderator', 'everything'] as const;
export type Preset = (typeof PRESET)[number];

const WATCHING: readonly ServerPermission[] = ['server.view', 'server.view.feed'];

export const PRESETS: Readonly<Record<Preset, readonly ServerPermission[]>> = {
  watcher: WATCHING,
  moderator: [
    ...WATCHING,
    'server.notes.view',
    'server.notes.edit',
    'server.action.kick',
    'server.action.message-private',
    'server.action.message-public',
  ],
  everything: SERVER_PERMISSION,
};

/** The preset that is just this; null: it was chosen one by one. */
export function presetOf(permissions: readonly ServerPermission[]): Preset | null {
  const held = new Set(permissions);
  const isIt = (name: Preset) =>
    PRESETS[name].length === held.size && PRESETS[name].every((one) => held.has(one));
  return PRESET.find(isIt) ?? null;
}
