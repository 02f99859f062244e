/** The folder that a game server's own logs are in: below the one that the operator allowed, links included. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { LogFolderProblem, LogKind } from '../../protocol/enumerations.ts';

/** Why a folder cannot be opened. */
export type AccessProblem = Exclude<LogFolderProblem, 'time-zone'>;

export type OpenedFolder =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly problem: AccessProblem };

/** Finds out where a folder really is, and whether it may be read. */
export async function openLogFolder(
  root: string | undefined,
  folder: string,
): Promise<OpenedFolder> {
  if (root === undefined) return { ok: false, problem: 'no-root' };
  if (!isAbsolute(folder)) return { ok: false, problem: 'outside' };
  try {
    const [base, path] = await Promise.all([realpath(root), realpath(folder)]);
    if (!isBelow(base, path)) return { ok: false, problem: 'outside' };
    if (!(await stat(path)).isDirectory()) return { ok: false, problem: 'missing' };
    return { ok: true, path };
  } catch (error) {
    // Whether something outside exists is nobody's business.
    return { ok: false, problem: isBelow(root, folder) ? problemOf(error) : 'outside' };
  }
}

/**
 * The same for an account, to which the operator gave folders: none but these and what is below them. What
 * is elsewhere answers alike, whether it exists or not.
 */
export async function openGivenFolder(
  root: string | undefined,
  given: readonly string[],
  folder: string,
): Promise<OpenedFolder> {
  if (root === undefined) return { ok: false, problem: 'no-root' };
  let problem: AccessProblem = 'outside';
  for (const path of given) {
    const opened = await openLogFolder(path, folder);
    if (opened.ok) return onlyBelow(root, opened);
    if (opened.problem !== 'outside') problem = opened.problem;
  }
  return { ok: false, problem };
}

/** The folder as it was found, and not looked up again: a link may lead elsewhere by then. */
async function onlyBelow(
  root: string,
  opened: Extract<OpenedFolder, { ok: true }>,
): Promise<OpenedFolder> {
  try {
    const base = await realpath(root);
    return isBelow(base, opened.path) ? opened : { ok: false, problem: 'outside' };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** Whether a path is this folder or below it, links aside. */
function isBelow(base: string, path: string): boolean {
  const way = relative(base, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A log of a game. */
export interface LogFile {
  readonly name: string;
  readonly path: string;
  readonly modifiedAt: number;
}

const NAMES: readonly (readonly [RegExp, LogKind])[] = [
  [/^DayZServer.*\.ADM$/i, 'dayz-adm'],
  [/^DayZServer.*\.RPT$/i, 'dayz-rpt'],
  [/^server_console.*\.log$/i, 'arma-console'],
];

/** The logs in a folder by their kind, the newest last. Links are not followed. */
export async function findLogs(path: string): Promise<ReadonlyMap<LogKind, readonly LogFile[]>> {
  const entries = await readdir(path, { withFileTypes: true });
  const found = new Map<LogKind, LogFile[]>();
  for (const entry of entries) {
    const kind = NAMES.find(([pattern]) => pattern.test(entry.name))?.[1];
    if (kind === undefined || !entry.isFile()) continue;
    const file = join(path, entry.name);
    const files = found.get(kind) ?? [];
    const { mtimeMs: modifiedAt } = await stat(file);
    files.push({ name: entry.name, path: file, modifiedAt });
    found.set(kind, files);
  }
  for (const files of found.values()) {
    files.sort((a, b) => a.modifiedAt - b.modifiedAt || (a.name < b.name ? -1 : 1));
  }
  return found;
}

/** What stands in the way, by an error of the file system. */
export function problemOf(error: unknown): AccessProblem {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable';
}
