import { addressMoment } from '../../../domain/routes/routes.ts';

/** One parameter of an address. A default does not stand there: `write` answers null for it. */
export interface Parameter<Value> {
  readonly name: string;
  /** null: the address does not have it. What is not known reads as the default. */
  readonly read: (given: string | null) => Value;
  readonly write: (value: Value) => string | null;
}

/** What a page's address says, by what its parameters are called in the code. */
export interface Address<Values> {
  /** `search` with or without its `?`. */
  readonly read: (search: string) => Values;
  /** Begins with `?` or is empty. */
  readonly write: (values: Values) => string;
}

export function addressOf<Values extends object>(parameters: {
  readonly [Key in keyof Values]: Parameter<Values[Key]>;
}): Address<Values> {
  const keys = Object.keys(parameters) as (keyof Values)[];
  return {
    read: (search) => {
      const params = new URLSearchParams(search);
      const read = (key: keyof Values) => parameters[key].read(params.get(parameters[key].name));
      return Object.fromEntries(keys.map((key) => [key, read(key)])) as Values;
    },
    write: (values) => {
      const params = new URLSearchParams();
      for (const key of keys) {
        const written = parameters[key].write(values[key]);
        if (written !== null) params.set(parameters[key].name, written);
      }
      const search = params.toString();
      return search === '' ? '' : `?${search}`;
    },
  };
}

/** An address with one parameter as it is given, or without it for null, and all others as they are. */
export function withParameter(search: string, name: string, value: string | null): string {
  const params = new URLSearchParams(search);
  if (value === null) params.delete(name);
  else params.set(name, value);
  const changed = params.toString();
  return changed === '' ? '' : `?${changed}`;
}

/** An address with `next` in the place of `own`, and what other parts of the page say in it as it is. */
export function besideOthers(search: string, own: string, next: string): string {
  const params = new URLSearchParams(search);
  for (const name of new URLSearchParams(own).keys()) params.delete(name);
  for (const [name, value] of new URLSearchParams(next)) params.set(name, value);
  const written = params.toString();
  return written === '' ? '' : `?${written}`;
}

/** Any text; empty by default. */
export function text(name: string): Parameter<string> {
  return { name, read: (given) => given ?? '', write: (value) => (value === '' ? null : value) };
}

/** Any text, or null where there is none. */
export function optional(name: string): Parameter<string | null> {
  return { name, read: (given) => given, write: (value) => value };
}

/** A text of this form, or null where there is none. */
export function pattern(name: string, form: RegExp): Parameter<string | null> {
  const read = (given: string | null) => (given !== null && form.test(given) ? given : null);
  return { name, read, write: (value) => value };
}

export function oneOf<Known extends string, Usual extends Known | null>(
  name: string,
  known: readonly Known[],
  usual: Usual,
): Parameter<Known | Usual> {
  return {
    name,
    read: (given) => known.find((one) => one === given) ?? usual,
    write: (value) => (value === usual ? null : value),
  };
}

/** Several of those that are known, in their order; none by default. */
export function someOf<Known extends string>(
  name: string,
  known: readonly Known[],
): Parameter<readonly Known[]> {
  return {
    name,
    read: (given) => {
      const named = new Set<string>((given ?? '').split(','));
      return known.filter((one) => named.has(one));
    },
    write: (values) => (values.length === 0 ? null : values.join(',')),
  };
}

/** Any texts without commas; an empty one is a text too, and none is the default. */
export function texts(name: string): Parameter<readonly string[]> {
  return {
    name,
    read: (given) => (given === null ? [] : [...new Set(given.split(','))]),
    write: (values) => (values.length === 0 ? null : values.join(',')),
  };
}

/** Whether the parameter is there. */
export function flag(name: string): Parameter<boolean> {
  return { name, read: (given) => given !== null, write: (value) => (value ? '1' : null) };
}

/** A moment, to the second, as everybody reads it: `2026-11-22T20:00:00Z`; null where there is none. */
export function moment(name: string): Parameter<number | null> {
  return {
    name,
    read: (given) => {
      const at = given === null ? Number.NaN : Date.parse(given);
      return Number.isNaN(at) || at < 0 ? null : at;
    },
    write: (at) => (at === null ? null : addressMoment(at)),
  };
}
