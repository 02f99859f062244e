// Counts the lines of what was ported to resources, as docs/decisions/resources.md has them:
//   node scripts/ported-lines.mjs            what is committed now
//   node scripts/ported-lines.mjs --before   before the first resource
// Files count whole; of a file that others share, the declarations that are named behind it; a folder without its tests
// and styles, and without what is named behind a minus.
import { execFileSync } from 'node:child_process';

/** @typedef {Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>} Counted */

/** @type {Counted} */
const BEFORE = {
  personnel: {
    protocol: ['src/protocol/personnel/calls.ts'],
    host: [
      'src/host/personnel/change.ts',
      'src/host/personnel/personnel-list.ts',
      'src/host/personnel/personnel-set.ts',
      'src/host/personnel/register-personnel.ts',
    ],
    ui: [
      'src/ui/server/personnel-dialog.tsx',
      'src/ui/server/personnel-panel.tsx',
      'src/ui/server/permission-fields.tsx',
      'src/ui/server/permission-groups.ts',
    ],
  },
  'settings and game logs': {
    protocol: [
      'src/protocol/servers/calls.ts:serverSettings,serverEdit,LOG_UPLOAD_MAX,serverLogUpload,serverLogs',
    ],
    host: [
      'src/host/servers/settings.ts',
      'src/host/game-logs/check-folder.ts',
      'src/host/game-logs/folder.ts',
      'src/host/game-logs/read-upload.ts',
      'src/host/game-logs/register-game-logs.ts',
    ],
    ui: [
      'src/ui/server/settings-draft.ts',
      'src/ui/server/settings-panel.tsx',
      'src/ui/server/use-settings-form.ts',
      'src/ui/server/game-logs-panel.tsx',
      'src/ui/server/log-folder-field.tsx',
    ],
  },
  audit: {
    protocol: ['src/protocol/audit/calls.ts'],
    host: ['src/host/audit/server-audit.ts'],
    ui: [
      'src/ui/server/audit-panel.tsx',
      'src/ui/server/audit-table.tsx',
      'src/ui/server/audit-text.ts',
    ],
  },
  'walls and displays': {
    protocol: ['src/protocol/walls/'],
    host: ['src/host/walls/-reduced.ts,authenticate-display.ts'],
    ui: [
      'src/ui/walls/-server-choice.tsx',
      'src/ui/wall/page.tsx',
      'src/ui/wall/use-wall.ts',
      'src/ui/wall/kept-wall.ts',
      'src/ui/wall/forget-walls.ts',
    ],
  },
};

/** @type {Counted} */
const NOW = {
  personnel: {
    protocol: ['src/protocol/personnel/'],
    domain: ['src/domain/personnel/rules.ts'],
    host: ['src/host/personnel/'],
    ui: [
      'src/ui/personnel/',
      'src/ui/parts/permission-fields.tsx',
      'src/ui/parts/permission-groups.ts',
    ],
  },
  'settings and game logs': {
    protocol: [
      'src/protocol/servers/calls.ts:seenSettings,serverEdit,LOG_UPLOAD_MAX,serverLogUpload',
      'src/protocol/game-logs/resource.ts',
      'src/protocol/servers/resource.ts:SETTINGS',
    ],
    host: [
      'src/host/servers/settings.ts',
      'src/host/game-logs/check-folder.ts',
      'src/host/game-logs/folder.ts',
      'src/host/game-logs/read-upload.ts',
      'src/host/game-logs/calls.ts',
      'src/host/game-logs/rows.ts',
    ],
    ui: [
      'src/ui/servers/manage/settings-draft.ts',
      'src/ui/servers/manage/settings-panel.tsx',
      'src/ui/servers/manage/game-logs-panel.tsx',
      'src/ui/servers/manage/log-folder-field.tsx',
    ],
  },
  audit: {
    protocol: ['src/protocol/audit/'],
    domain: ['src/domain/audit/row.ts'],
    host: ['src/host/audit/rows.ts'],
    ui: ['src/ui/audit/'],
  },
  'walls and displays': {
    protocol: ['src/protocol/walls/'],
    domain: ['src/domain/walls/rules.ts'],
    host: [
      'src/host/walls/',
      'src/host/access/display-scope.ts',
      'src/host/identity/display-tokens.ts',
    ],
    ui: [
      'src/ui/walls/-wall-preview.tsx',
      'src/ui/walls/screen/page.tsx',
      'src/ui/walls/screen/use-wall.ts',
      'src/ui/walls/screen/kept-wall.ts',
      'src/ui/walls/screen/forget-walls.ts',
      'src/ui/walls/screen/use-saved-wall.ts',
      'src/ui/walls/screen/use-unattended-call.ts',
      'src/ui/walls/screen/absent-wall.tsx',
    ],
  },
};

const isBefore = process.argv.includes('--before');
const revision = isBefore ? 'd1d112e' : 'HEAD';

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 26 });
}

/** @param {string} path */
function linesOf(path) {
  return git('show', `${revision}:${path}`).split('\n').slice(0, -1);
}

/**
 * Lines of what a file exports by a name, with the comment above it.
 * @param {string} path @param {string} name
 */
function declared(path, name) {
  const lines = linesOf(path);
  const start = lines.findIndex((line) => line.startsWith(`export const ${name} `));
  const isCommented = lines[start - 1]?.endsWith('*/') === true;
  const from = isCommented
    ? lines.findLastIndex((line, at) => at < start && line.startsWith('/**'))
    : start;
  const to = lines.findIndex((line, at) => at >= start && /^(\}|export const).*;$/.test(line));
  return to - from + 1;
}

/**
 * @param {string} entry
 * @returns {number}
 */
function count(entry) {
  const [, folder, left = ''] = /^(.*\/)(?:-(.*))?$/.exec(entry) ?? [];
  if (folder !== undefined) {
    const out = new Set(left.split(',').map((name) => folder + name));
    const names = git('ls-tree', '--name-only', revision, folder).trim().split('\n');
    return names
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !out.has(name))
      .reduce((sum, name) => sum + linesOf(name).length, 0);
  }
  const [path = '', names] = entry.split(':');
  if (names === undefined) return linesOf(path).length;
  return names.split(',').reduce((sum, name) => sum + declared(path, name), 0);
}

const LAYERS = ['protocol', 'domain', 'host', 'ui'];
/** @param {string} name @param {readonly (string | number)[]} cells */
function tell(name, cells) {
  const row = cells.map((cell) => String(cell).padStart(10)).join('');
  process.stdout.write(`${name.padEnd(24)}${row}\n`);
}

const sums = [0, 0, 0, 0, 0];
tell('', [...LAYERS, 'all']);
for (const [capability, layers] of Object.entries(isBefore ? BEFORE : NOW)) {
  const cells = LAYERS.map((layer) =>
    (layers[layer] ?? []).reduce((sum, entry) => sum + count(entry), 0),
  );
  const row = [...cells, cells.reduce((sum, cell) => sum + cell, 0)];
  for (const [at, cell] of row.entries()) sums[at] = (sums[at] ?? 0) + cell;
  tell(capability, row);
}
tell('together', sums);
