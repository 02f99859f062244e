/** What the audit tells of what a person did with a row: whom it is about, and what they wrote, before and after. */
import { BLOT } from '../../domain/actions/secrets.ts';
import type { Told } from '../../domain/audit/row.ts';
import { subjectsOf } from '../../domain/personal/erased.ts';
import { KEPT, type KeptName } from '../../protocol/resources/registry.ts';
import type { Fields } from '../../protocol/resources/resource.ts';
import { withoutPersonal } from '../realtime/console-text.ts';

/** A row before and after; null where there was or is none. */
export interface Written<Row extends object = object> {
  readonly before: Row | null;
  readonly after: Row | null;
}

export function auditOf(resource: KeptName, { before, after }: Written): Told {
  const target = targetOf(resource, after ?? before);
  return { target, before: valuesOf(resource, before), after: valuesOf(resource, after) };
}

type Data = Readonly<Record<string, unknown>>;

/** The player whom it is about; their name stands beside their id. */
function targetOf(resource: KeptName, row: object | null): NonNullable<Told['target']> | null {
  const { fields }: { readonly fields: Fields } = KEPT[resource];
  const about = subjectsOf(fields).find((field) => fields[field]?.names === 'player');
  if (row === null || about === undefined) return null;
  const values = row as Data;
  const [id, name] = [values[about], values[about.replace(/_id$/, '_name')]];
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : null;
}

/** What a person writes there, without addresses and ids of players, which the audit is not for; of a secret, that it is one. */
function valuesOf(resource: KeptName, row: object | null): Data | null {
  if (row === null) return null;
  const { add, edit } = KEPT[resource];
  const { fields }: { readonly fields: Fields } = KEPT[resource];
  const names = new Set<string>([...add.fields, ...edit.fields]);
  const values = [...names].map((name) => [
    name,
    fields[name]?.mark === 'secret' ? BLOT : shown((row as Data)[name]),
  ]);
  return Object.fromEntries(values) as Data;
}

function shown(value: unknown): unknown {
  return typeof value === 'string' ? withoutPersonal(value) : value;
}
