/** What the wire's own schemas ask of what is typed, in words: no form repeats a limit. */
import i18next from 'i18next';
import type { z } from 'zod';

/** What is wrong, as a sentence, by the name of the field: a path into what is sent. */
export type Wrong = Readonly<Record<string, string>>;
export type Rules = Readonly<Record<string, z.ZodType>>;

/** What a call takes of what was typed. */
export type Read<R extends Rules, Typed> = {
  readonly [Name in keyof R & keyof Typed]: z.output<R[Name]>;
};

interface Limits {
  readonly kind: 'number' | 'text' | 'other';
  readonly least: number;
  readonly most: number;
  /** The names that the schema gives to what it asks of the form of a text. */
  readonly named: readonly string[];
}

/** Reads and judges what was typed, each part by the rule of its name; what has no rule is not sent. */
export function read<R extends Rules, Typed extends object>(
  rules: R,
  typed: Typed,
): { readonly body: Read<R, Typed>; readonly wrong: Wrong } {
  const body: Record<string, unknown> = {};
  const wrong: Record<string, string> = {};
  for (const [name, text] of Object.entries(typed)) {
    const rule = rules[name];
    if (rule === undefined) continue;
    const value = meant(rule, text);
    const parsed = rule.safeParse(value);
    body[name] = parsed.data;
    for (const issue of parsed.error?.issues ?? []) {
      wrong[[name, ...issue.path].join('.')] ??= sentence(rule, value, issue);
    }
  }
  return { body: body as Read<R, Typed>, wrong };
}

/** What is wrong with one value by its rule; undefined where nothing is. */
export function wrongBy(rule: z.ZodType, value: unknown): string | undefined {
  return read({ value: rule }, { value }).wrong['value'];
}

/** The limits of a field, to be read before anything is typed. */
export function limitText(rules: Rules, name: string): string {
  const [first = '', ...path] = name.split('.');
  const rule = rules[first];
  if (rule === undefined) return '';
  const { kind, least, most, named } = limitsOf(ruleAt(rule, path));
  const t = i18next.getFixedT(null, 'forms');
  if (kind === 'number') return t('limit.number', asTyped(least, most));
  const length = least > 1 ? t('limit.characters', { least, most }) : t('limit.atMost', { most });
  const rest = named.filter((name) => i18next.exists(`rule.${name}`, { ns: 'forms' }));
  return [length, ...rest.map((name) => t(`rule.${name}` as 'rule.ascii'))].join('; ');
}

/** How many characters a text may still grow by its rule; negative where it is too long already. */
export function charactersLeft(rule: z.ZodType, text: string): number {
  return limitsOf(rule).most - text.trim().length;
}

/** A whole number as it was typed; NaN where it is none. */
export function wholeNumber(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** What a field's text means to its rule: a number, or that nothing is named. */
function meant(rule: z.ZodType, typed: unknown): unknown {
  if (typeof typed !== 'string') return typed;
  const { nullable, optional, inner } = bare(rule);
  if (typed.trim() === '' && (nullable || optional)) return nullable ? null : undefined;
  return inner.type === 'number' ? wholeNumber(typed) : typed;
}

function sentence(rule: z.ZodType, value: unknown, issue: z.core.$ZodIssue): string {
  const t = i18next.getFixedT(null, 'forms');
  const at = issue.path.reduce<unknown>((part, key) => (part as never)[key], value);
  const own = `wrong.${issue.message}`;
  if (/^[a-z-]+$/.test(issue.message) && i18next.exists(own, { ns: 'forms' })) {
    const params: object = (issue.code === 'custom' ? issue.params : undefined) ?? {};
    return t(own as 'wrong.ascii', { ...params });
  }
  if (typeof at === 'number') {
    const { least, most } = limitsOf(ruleAt(rule, issue.path));
    return t('wrong.number', asTyped(least, most));
  }
  const isBlank = typeof at === 'string' && at.trim() === '';
  if (isBlank || at === null || at === undefined) return t('wrong.required');
  if (issue.code === 'too_small') return t('wrong.tooShort', { least: Number(issue.minimum) });
  if (issue.code === 'too_big') return t('wrong.tooLong', { most: Number(issue.maximum) });
  const isEmail = issue.code === 'invalid_format' && issue.format === 'email';
  return t(isEmail ? 'wrong.email' : 'wrong.format');
}

/** Limits of a number without thousands: it is typed so. */
function asTyped(least: number, most: number) {
  return { least: String(least), most: String(most) };
}

function limitsOf(rule: z.ZodType): Limits {
  const { inner } = bare(rule);
  let [least, most] = [-Infinity, Infinity];
  const named: string[] = [];
  const checks = 'checks' in inner ? (inner.checks ?? []) : [];
  for (const { _zod } of checks) {
    const check = _zod.def as z.core.$ZodChecks['_zod']['def'];
    if (check.check === 'min_length') least = Math.max(least, check.minimum);
    else if (check.check === 'max_length') most = Math.min(most, check.maximum);
    else if (check.check === 'greater_than') least = Math.max(least, Number(check.value));
    else if (check.check === 'less_than') most = Math.min(most, Number(check.value));
    else if (check.check === 'string_format') {
      const name = check.error?.({} as never);
      if (typeof name === 'string') named.push(name);
    }
  }
  const kind = inner.type === 'number' ? 'number' : inner.type === 'string' ? 'text' : 'other';
  return { kind, least, most, named };
}

type Def = z.core.$ZodTypes['_zod']['def'];

/** A rule without what says that it may be left open. */
function bare(rule: z.core.$ZodType): {
  readonly nullable: boolean;
  readonly optional: boolean;
  readonly inner: Def;
} {
  const { def } = (rule as z.core.$ZodTypes)._zod;
  if (def.type !== 'nullable' && def.type !== 'optional') {
    return { nullable: false, optional: false, inner: def };
  }
  const inside = bare(def.innerType);
  return { ...inside, [def.type]: true };
}

/** The rule of a part of what a rule judges. */
function ruleAt(rule: z.core.$ZodType, path: readonly PropertyKey[]): z.ZodType {
  const [key, ...rest] = path;
  const { inner } = bare(rule);
  if (key === undefined) return rule as z.ZodType;
  if (inner.type === 'array') return ruleAt(inner.element, rest);
  const part = inner.type === 'object' ? inner.shape[key as string] : undefined;
  return part === undefined ? (rule as z.ZodType) : ruleAt(part, rest);
}
