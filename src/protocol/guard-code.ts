import { guardOf, isFree, type Guard } from './guard.ts';
import type { Property, Shape } from './shape.ts';

/**
 * A guard of JavaScript written for one shape, where code may be made: each property is read in a place
 * of its own, which the engine makes as fast as written code. It says what `guardOf` says.
 */
export function generatedGuard(shape: Shape): Guard {
  const code = new Code();
  const test = code.test(shape, 'value');
  // Written from our own schemas alone: nothing that was received is in it.
  // oxlint-disable-next-line typescript/no-implied-eval
  const made = new Function(
    'guards',
    `'use strict';\n${code.functions.join('\n')}\nreturn (value) => ${test};`,
  ) as (guards: readonly Guard[]) => Guard;
  return made(code.guards);
}

/** Values that are compared one after the other; more of them are looked up. */
const MOST_COMPARED = 12;

class Code {
  readonly functions: string[] = [];
  /** What is not worth writing out. */
  readonly guards: Guard[] = [];

  /** An expression that tells whether a variable's value fits. */
  test(shape: Shape, value: string): string {
    switch (shape.kind) {
      case 'string':
        return isFree(shape) ? `typeof ${value} === 'string'` : this.#asked(shape, value);
      case 'number':
        return shape.whole ? whole(shape, value) : this.#asked(shape, value);
      case 'boolean':
        return `typeof ${value} === 'boolean'`;
      case 'anything':
        return 'true';
      case 'one-of':
        return shape.values.length > MOST_COMPARED
          ? this.#asked(shape, value)
          : `(${shape.values.map((one) => `${value} === ${JSON.stringify(one)}`).join(' || ')})`;
      case 'nullable':
        return `(${value} === null || ${this.test(shape.inner, value)})`;
      case 'array':
        return this.#called(value, this.#array(shape));
      case 'object':
        return this.#called(value, this.#object(shape.properties));
      case 'union':
        return this.#called(value, this.#union(shape));
      case 'record':
        return this.#asked(shape, value);
    }
  }

  #asked(shape: Shape, value: string): string {
    this.guards.push(guardOf(shape));
    return `guards[${this.guards.length - 1}](${value})`;
  }

  #called(value: string, body: string): string {
    const name = `is${this.functions.length}`;
    this.functions.push(`function ${name}(value) {\n${body}\n}`);
    return `${name}(${value})`;
  }

  #array({ element, least, most }: Shape & { kind: 'array' }): string {
    return `if (!Array.isArray(value) || value.length < ${least} || value.length > ${most}) return false;
for (let at = 0; at < value.length; at++) { const item = value[at]; if (!(${this.test(element, 'item')})) return false; }
return true;`;
  }

  /** Every property that is there is one of these, since there are as many as were found by name. */
  #object(properties: ReadonlyMap<string, Property>): string {
    const lines = [...properties].map(([name, { shape, required }]) => {
      const test = this.test(shape, 'item');
      const judge = `if (!(${test})) return false; found++;`;
      const absent = required ? 'return false' : '';
      return `item = value[${JSON.stringify(name)}]; if (item === undefined) { ${absent} } else { ${judge} }`;
    });
    return `if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
let all = 0, found = 0, item; for (const name in value) all++;
${lines.join('\n')}
return found === all;`;
  }

  #union({ discriminator, options }: Shape & { kind: 'union' }): string {
    const cases = [...options].map(
      ([value, option]) => `case ${JSON.stringify(value)}: return ${this.test(option, 'value')};`,
    );
    return `if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
switch (value[${JSON.stringify(discriminator)}]) { ${cases.join(' ')} default: return false; }`;
  }
}

function whole({ least, most }: Shape & { kind: 'number' }, value: string): string {
  return `(typeof ${value} === 'number' && Number.isSafeInteger(${value}) && ${value} >= ${least} && ${value} <= ${most})`;
}
