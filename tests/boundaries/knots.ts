import { usesIn, type Sources } from './sources.ts';

/**
 * Where folders need each other, at any depth below a layer: each as the folder they stand in, and an import
 * that is on the circle. A folder's own files are one room (`.`) beside the folders in it, so that they are
 * either what these are built on or what uses them.
 */
export function knots(files: Sources): readonly string[] {
  const imports = usesIn(files).flatMap(({ file, target }) => stepOf(file, target));
  const uses = new Map<string, Set<string>>();
  for (const { from, to } of imports) uses.set(from, (uses.get(from) ?? new Set()).add(to));
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    from === to ||
    [...(uses.get(from) ?? [])].some(
      (next) => !seen.has(next) && reaches(next, to, seen.add(next)),
    );
  return imports.filter(({ from, to }) => reaches(to, from)).map(({ words }) => words);
}

interface Step {
  readonly from: string;
  readonly to: string;
  readonly words: string;
}

/** An import between two rooms of one folder; none within a room, or between what a layer's root holds. */
function stepOf(file: string, target: string): Step[] {
  const [a, b] = [file.split('/'), target.split('/')];
  const depth = a.findIndex((part, index) => part !== b[index]);
  if (depth < 2) return [];
  const folder = a.slice(0, depth).join('/');
  const [from, to] = [a, b].map((path) => (depth < path.length - 1 ? path[depth] : '.'));
  if (from === to) return [];
  const words = `${folder}: ${file} uses ${target}`;
  return [{ from: `${folder}/${from}`, to: `${folder}/${to}`, words }];
}
