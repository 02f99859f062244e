/**
 * A question about rows, as a person types it: `any(s in servers, s.population.players > 60)`. It can
 * read rows and nothing else: no calls, no patterns, no code. docs/guides/record-and-replay.md has the
 * whole language.
 */
import { sameRow } from '../draft.ts';
import { EntryMap } from '../feed/entry-map.ts';
import { TABLES } from '../tables.ts';
import type { Rows } from '../state.ts';
import { ExpressionError, tokensOf, type Token } from './expression-tokens.ts';
import { PastTable } from './past-table.ts';

/** Values of the names that are bound, the outermost first. */
type Bound = unknown[];
type Compiled = (rows: Rows, bound: Bound) => unknown;

const MOST_DEPTH = 64;
const FOLDS = ['any', 'all', 'count', 'sum', 'min', 'max'] as const;
type Fold = (typeof FOLDS)[number];
const COMPARISONS = ['=', '!=', '<', '<=', '>', '>=', 'contains'];
const WORDS: readonly string[] = ['and', 'or', 'not', 'in', 'contains', 'true', 'false', 'null'];

/** Reads an expression once; the answer asks it of rows. Throws `ExpressionError`. */
export function compileExpression(text: string): (rows: Rows) => boolean {
  const compiled = new Parser(tokensOf(text)).whole();
  return (rows) => compiled(rows, []) === true;
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;
  readonly #names: string[] = [];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Compiled {
    const compiled = this.#either();
    const { kind, value, at } = this.#token;
    if (kind !== 'end') throw new ExpressionError(`'${value}' is not expected here.`, at);
    return compiled;
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', value: '', at: 0 };
  }

  #take(kind: 'sign' | 'name', value: string): boolean {
    const token = this.#token;
    if (token.kind !== kind || token.value !== value) return false;
    this.#next++;
    return true;
  }

  #must(value: string): void {
    if (!this.#take('sign', value)) {
      throw new ExpressionError(`'${value}' is missing.`, this.#token.at);
    }
  }

  #deeper<T>(parse: () => T): T {
    this.#depth++;
    if (this.#depth > MOST_DEPTH) {
      throw new ExpressionError('It is nested too deeply.', this.#token.at);
    }
    const parsed = parse();
    this.#depth--;
    return parsed;
  }

  #either(): Compiled {
    return this.#deeper(() => {
      let left = this.#both();
      while (this.#take('name', 'or')) {
        const [one, other] = [left, this.#both()];
        left = (rows, bound) => one(rows, bound) === true || other(rows, bound) === true;
      }
      return left;
    });
  }

  #both(): Compiled {
    let left = this.#negated();
    while (this.#take('name', 'and')) {
      const [one, other] = [left, this.#negated()];
      left = (rows, bound) => one(rows, bound) === true && other(rows, bound) === true;
    }
    return left;
  }

  #negated(): Compiled {
    if (!this.#take('name', 'not')) return this.#compared();
    const inner = this.#deeper(() => this.#negated());
    return (rows, bound) => inner(rows, bound) !== true;
  }

  #compared(): Compiled {
    const left = this.#sum();
    const { value } = this.#token;
    if (typeof value !== 'string' || this.#token.kind === 'text' || !COMPARISONS.includes(value)) {
      return left;
    }
    this.#next++;
    const right = this.#sum();
    return (rows, bound) => compare(value, left(rows, bound), right(rows, bound));
  }

  #sum(): Compiled {
    let left = this.#product();
    for (;;) {
      const sign = this.#take('sign', '+') ? 1 : this.#take('sign', '-') ? -1 : 0;
      if (sign === 0) return left;
      const [one, other] = [left, this.#product()];
      left = (rows, bound) =>
        arithmetic(one(rows, bound), other(rows, bound), (a, b) => a + sign * b);
    }
  }

  #product(): Compiled {
    let left = this.#value();
    while (this.#take('sign', '*')) {
      const [one, other] = [left, this.#value()];
      left = (rows, bound) => arithmetic(one(rows, bound), other(rows, bound), (a, b) => a * b);
    }
    return left;
  }

  #value(): Compiled {
    const token = this.#token;
    this.#next++;
    if (token.kind === 'number' || token.kind === 'text') {
      const { value } = token;
      return () => value;
    }
    if (token.kind === 'sign' && token.value === '(') {
      const inner = this.#either();
      this.#must(')');
      return inner;
    }
    if (token.kind === 'sign' && token.value === '-') {
      const inner = this.#deeper(() => this.#value());
      return (rows, bound) => arithmetic(0, inner(rows, bound), (a, b) => a - b);
    }
    if (token.kind !== 'name') {
      const found = token.kind === 'end' ? 'It ends too early.' : `'${token.value}' is no value.`;
      throw new ExpressionError(found, token.at);
    }
    if (token.value === 'true') return () => true;
    if (token.value === 'false') return () => false;
    if (token.value === 'null') return () => null;
    const fold = FOLDS.find((name) => name === token.value);
    if (fold !== undefined && this.#take('sign', '(')) return this.#fold(fold);
    return this.#path(token);
  }

  #path({ value: name, at }: Token & { kind: 'name' }): Compiled {
    const place = this.#names.lastIndexOf(name);
    const table = TABLES.find((other) => other === name);
    let path: Compiled;
    if (place !== -1) path = (_, bound) => bound[place];
    else if (table !== undefined) path = (rows) => rows[table];
    else {
      const known = [...this.#names, ...TABLES].join(', ');
      throw new ExpressionError(`There is no '${name}' here: there are ${known}.`, at);
    }
    for (;;) {
      const of = path;
      if (this.#take('sign', '.')) {
        const { kind, value, at: where } = this.#token;
        if (kind !== 'name') throw new ExpressionError("A name is missing after '.'.", where);
        this.#next++;
        path = (rows, bound) => member(of(rows, bound), value);
      } else if (this.#take('sign', '[')) {
        const key = this.#either();
        this.#must(']');
        path = (rows, bound) => member(of(rows, bound), key(rows, bound));
      } else return path;
    }
  }

  /** `any(s in servers, …)`; a count may do without what it asks: `count(servers)`. */
  #fold(fold: Fold): Compiled {
    return this.#deeper(() => {
      const named = this.#tokens[this.#next + 1];
      const binds = named?.kind === 'name' && named.value === 'in';
      if (!binds && fold !== 'count') {
        throw new ExpressionError(`Write ${fold}(x in servers, …).`, this.#token.at);
      }
      const name = binds ? this.#bindingName() : '';
      const { at } = this.#token;
      const list = this.#value();
      const place = this.#names.push(name) - 1;
      const asked = this.#take('sign', ',') ? this.#either() : null;
      this.#names.pop();
      this.#must(')');
      if (asked === null && fold !== 'count') {
        throw new ExpressionError(`What is asked of each is missing: ${fold}(x in …, …).`, at);
      }
      const ask = asked ?? (() => true);
      return (rows, bound) => {
        const answers = function* (): Generator {
          for (const item of items(list(rows, bound))) {
            bound[place] = item;
            yield ask(rows, bound);
          }
        };
        return folded(fold, answers());
      };
    });
  }

  #bindingName(): string {
    const { kind, value, at } = this.#token;
    if (kind !== 'name' || WORDS.includes(value)) {
      throw new ExpressionError(`'${value}' cannot be a name.`, at);
    }
    this.#next += 2;
    return value;
  }
}

function folded(fold: Fold, answers: Iterable<unknown>): unknown {
  let count = 0;
  let sum = 0;
  let least: number | null = null;
  let most: number | null = null;
  for (const answer of answers) {
    if (answer === true) count++;
    if (fold === 'any' && answer === true) return true;
    if (fold === 'all' && answer !== true) return false;
    if (typeof answer !== 'number') continue;
    sum += answer;
    least = Math.min(least ?? answer, answer);
    most = Math.max(most ?? answer, answer);
  }
  if (fold === 'count') return count;
  if (fold === 'sum') return sum;
  if (fold === 'min') return least;
  return fold === 'max' ? most : fold === 'all';
}

function isTable(value: unknown): value is ReadonlyMap<string, unknown> {
  return value instanceof Map || value instanceof EntryMap || value instanceof PastTable;
}

/** What a table, a list or an object holds; anything else holds nothing. */
function items(value: unknown): Iterable<unknown> {
  if (isTable(value)) return value.values();
  if (Array.isArray(value)) return value as readonly unknown[];
  return typeof value === 'object' && value !== null
    ? (Object.values(value) as readonly unknown[])
    : [];
}

/** What is not there is null. */
function member(value: unknown, key: unknown): unknown {
  if (typeof key !== 'string' && typeof key !== 'number') return null;
  if (isTable(value)) return value.get(String(key)) ?? null;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
  return (value as Readonly<Record<string | number, unknown>>)[key] ?? null;
}

function compare(sign: string, a: unknown, b: unknown): boolean {
  if (sign === '=') return sameRow(a, b);
  if (sign === '!=') return !sameRow(a, b);
  if (sign === 'contains') {
    if (typeof a === 'string') return typeof b === 'string' && a.includes(b);
    return [...items(a)].some((item) => sameRow(item, b));
  }
  const comparable =
    (typeof a === 'number' && typeof b === 'number') ||
    (typeof a === 'string' && typeof b === 'string');
  if (!comparable) return false;
  if (sign === '<') return a < b;
  if (sign === '<=') return a <= b;
  return sign === '>' ? a > b : a >= b;
}

function arithmetic(a: unknown, b: unknown, by: (a: number, b: number) => number): number | null {
  return typeof a === 'number' && typeof b === 'number' ? by(a, b) : null;
}
