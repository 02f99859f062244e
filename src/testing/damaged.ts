/**
 * A JSON value with one thing changed, found by `path`: a value replaced by `other`, a property added, or
 * taken where `other` is undefined.
 */
export function damaged(value: unknown, path: readonly number[], other: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return other;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...(value as unknown[])]
    : { ...value };
  const keys = [...Object.keys(copy), 'added'];
  const key = keys[step % keys.length] ?? 'added';
  const container = copy as Record<string, unknown>;
  if (other === undefined && rest.length === 0) delete container[key];
  else container[key] = damaged(container[key], rest, other);
  return copy;
}
