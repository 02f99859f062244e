import { parseSync } from 'vite';

/**
 * One small fault that can be switched on in a file. Places count UTF-16 units of the source.
 * @typedef {{ start: number, end: number, kind: string, becomes: string, block: boolean }} Mutant
 * @typedef {{ id: number, start: number, end: number, becomes: string, block: boolean }} Placed
 * @typedef {Record<string, unknown> & { type: string, start: number, end: number }} Node
 */

/** The global function that asks whether a mutant is switched on; the set-up of the tests defines it. */
export const switchName = '__musterMutant';

const comparisons = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};
const arithmetic = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '&': '|', '|': '&' };
const logical = { '&&': ['||'], '||': ['&&'], '??': ['&&'] };
const assignments = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=', '??=': '=' };
const methods = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
};
const droppedMethods = ['filter', 'slice', 'trim', 'sort', 'toSorted', 'reverse', 'toReversed'];

/**
 * Lists every mutant of a TypeScript file, in the order of their places: the operators that Stryker has, without
 * those on texts and patterns, which the types already hold or nobody should assert.
 * @param {string} file its name, for the parser
 * @param {string} source
 * @returns {Mutant[]}
 */
export function findMutants(file, source) {
  const { program, errors } = parseSync(file, source);
  const wrong = errors[0];
  if (wrong !== undefined) throw new Error(`${file}: ${wrong.message}`);
  /** @type {Mutant[]} */
  const found = [];
  walk(/** @type {Node} */ (/** @type {unknown} */ (program)), null, (node, parent) => {
    for (const { kind, becomes, block = false } of mutationsOf(node, parent, source)) {
      found.push({ start: node.start, end: node.end, kind, becomes, block });
    }
  });
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

/**
 * Builds a source in which each of the mutants waits behind the switch.
 * @param {string} source
 * @param {readonly Placed[]} mutants
 */
export function instrument(source, mutants) {
  const ordered = [...mutants].sort((a, b) => a.start - b.start || b.end - a.end);
  const { text } = wrap(source, ordered, 0, 0, source.length);
  return `const ${switchName} = globalThis.${switchName} ?? (() => false); ${text}`;
}

/**
 * @param {string} source
 * @param {readonly Placed[]} mutants by start, the wider one first
 * @param {number} from the first one to look at
 * @param {number} start
 * @param {number} end
 * @returns {{ text: string, next: number }}
 */
function wrap(source, mutants, from, start, end) {
  let text = '';
  let at = start;
  let next = from;
  for (let head = mutants[next]; head !== undefined && head.start < end; head = mutants[next]) {
    text += source.slice(at, head.start);
    const here = mutants.slice(next).filter((m) => m.start === head.start && m.end === head.end);
    const inner = wrap(source, mutants, next + here.length, head.start, head.end);
    text += here.reduceRight((rest, mutant) => choose(mutant, rest), inner.text);
    next = inner.next;
    at = head.end;
  }
  return { text: text + source.slice(at, end), next };
}

/**
 * @param {Placed} mutant
 * @param {string} rest
 */
function choose({ id, becomes, block }, rest) {
  if (block) return `{ if (${switchName}(${id})) ${becomes} else ${rest} }`;
  return `(${switchName}(${id}) ? (${becomes}) : (${rest}))`;
}

/**
 * @param {Node} node
 * @param {Node | null} parent
 * @param {(node: Node, parent: Node | null) => void} visit
 */
export function walk(node, parent, visit) {
  visit(node, parent);
  for (const [key, child] of Object.entries(node)) {
    if (isLeftAlone(node, key)) continue;
    for (const each of Array.isArray(child) ? child : [child]) {
      if (isNode(each) && !isType(each)) walk(each, node, visit);
    }
  }
}

/**
 * Names, patterns, and the parts of an optional chain, which ends as a whole.
 * @param {Node} node
 * @param {string} key
 */
function isLeftAlone(node, key) {
  if (key === 'key' && node['computed'] !== true) return true;
  if (node.type === 'ChainExpression') return true;
  if (node.type === 'AssignmentExpression' || node.type === 'UpdateExpression') {
    return key === 'left' || key === 'argument';
  }
  return /^(Import|ExportAll)/.test(node.type);
}

/** @param {unknown} value @returns {value is Node} */
export function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** @param {Node} node */
function isType(node) {
  const carriers = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'];
  return node.type.startsWith('TS') && !carriers.includes(node.type);
}

/**
 * @param {Node} node
 * @param {Node | null} parent
 * @param {string} source
 * @returns {{ kind: string, becomes: string, block?: boolean }[]}
 */
function mutationsOf(node, parent, source) {
  const text = (/** @type {unknown} */ part) =>
    isNode(part) ? source.slice(part.start, part.end) : '';
  const infix = (/** @type {string} */ operator) =>
    `${text(node['left'])} ${operator} ${text(node['right'])}`;
  const operator = String(node['operator']);
  const condition = conditionOf(node, parent);
  const conditions = condition.map((becomes) => ({ kind: 'condition', becomes }));
  switch (node.type) {
    case 'BinaryExpression': {
      const others = lookUp(comparisons, operator) ?? [];
      const sum = lookUp(arithmetic, operator);
      const plain = sum !== undefined && !isText(node['left']) && !isText(node['right']);
      return [
        ...conditions,
        ...others.map((other) => ({ kind: 'comparison', becomes: infix(other) })),
        ...(plain ? [{ kind: 'arithmetic', becomes: infix(sum) }] : []),
      ];
    }
    case 'LogicalExpression':
      return [
        ...conditions,
        ...(lookUp(logical, operator) ?? []).map((other) => ({
          kind: 'logical',
          becomes: `(${text(node['left'])}) ${other} (${text(node['right'])})`,
        })),
      ];
    case 'AssignmentExpression': {
      const other = lookUp(assignments, operator);
      return other === undefined ? [] : [{ kind: 'assignment', becomes: infix(other) }];
    }
    case 'UpdateExpression': {
      const other = operator === '++' ? '--' : '++';
      const argument = text(node['argument']);
      const becomes = node['prefix'] === true ? other + argument : argument + other;
      return [{ kind: 'update', becomes }];
    }
    case 'UnaryExpression':
      if (operator !== '!' && operator !== '-') return conditions;
      return [...conditions, { kind: 'unary', becomes: text(node['argument']) }];
    case 'Literal':
      if (typeof node['value'] !== 'boolean' || condition.length > 0) return [];
      return [{ kind: 'boolean', becomes: String(!node['value']) }];
    case 'ArrayExpression':
      return isEmpty(node['elements']) ? [] : [{ kind: 'array', becomes: '[]' }];
    case 'ObjectExpression':
      return isEmpty(node['properties']) ? [] : [{ kind: 'object', becomes: '{}' }];
    case 'BlockStatement':
      if (isEmpty(node['body']) || parent === null || isConstructor(node, source)) return [];
      if (!/Function|^(If|While|For|ForOf)Statement|Clause/.test(parent.type)) return [];
      return [{ kind: 'block', becomes: '{}', block: true }];
    case 'ChainExpression':
      return [...conditions, { kind: 'chain', becomes: 'undefined' }];
    case 'CallExpression':
      return [...conditions, ...methodMutations(node, source)];
    default:
      return conditions;
  }
}

/**
 * What stands where a truth is asked for becomes true and false; a loop only ever ends.
 * @param {Node} node
 * @param {Node | null} parent
 */
function conditionOf(node, parent) {
  if (parent === null || parent['test'] !== node) return [];
  if (/^(While|DoWhile|For)Statement$/.test(parent.type)) return ['false'];
  return /^(IfStatement|ConditionalExpression)$/.test(parent.type) ? ['true', 'false'] : [];
}

/**
 * @param {Node} node
 * @param {string} source
 */
function methodMutations(node, source) {
  const callee = node['callee'];
  if (!isNode(callee) || callee.type !== 'MemberExpression' || callee['computed'] === true)
    return [];
  const { object, property } = callee;
  if (!isNode(object) || !isNode(property)) return [];
  const name = String(property['name']);
  const before = source.slice(object.start, object.end);
  const other = lookUp(methods, name);
  if (other !== undefined) {
    const becomes = `${before}.${other}${source.slice(property.end, node.end)}`;
    return [{ kind: 'method', becomes }];
  }
  return droppedMethods.includes(name) ? [{ kind: 'method', becomes: before }] : [];
}

/**
 * @template T
 * @param {Record<string, T>} table
 * @param {string} key
 * @returns {T | undefined}
 */
function lookUp(table, key) {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** @param {unknown} list */
function isEmpty(list) {
  return !Array.isArray(list) || list.length === 0;
}

/** @param {unknown} node */
function isText(node) {
  if (!isNode(node)) return false;
  return node.type === 'TemplateLiteral' || typeof node['value'] === 'string';
}

/**
 * @param {Node} node
 * @param {string} source
 */
function isConstructor(node, source) {
  return /\bsuper\(/.test(source.slice(node.start, node.end));
}
