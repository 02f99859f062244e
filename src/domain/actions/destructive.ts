/** Whether a command of a console takes something from people: asked about before it goes to many. */

/** Names of commands, without the `#` of ArmA: they end, empty or close something, or throw people out. */
const DESTRUCTIVE: ReadonlySet<string> = new Set([
  'shutdown',
  'restart',
  'restartserver',
  'restartserverafterdeath',
  'reassign',
  'mission',
  'missions',
  'init',
  'quit',
  'exit',
  'lock',
  'kick',
  'kickall',
  'exec',
  'ban',
  'addban',
  'removeban',
  'loadbans',
  'writebans',
  'banid',
  'ban.add',
  'unban',
  'removeid',
  'entity.deleteby',
  'del',
  'server.stop',
  'server.writecfg',
  'global.kick',
  'global.kickall',
  'global.banid',
  'rconpassword',
  'maxping',
]);

/** Whether the command, or one that it runs with (`#exec …`, `a; b`), is one of these. */
export function isDestructive(command: string): boolean {
  return command
    .split(/[;\n]/)
    .some((part) =>
      DESTRUCTIVE.has((part.trim().split(/\s+/)[0] ?? '').replace(/^#/, '').toLowerCase()),
    );
}
