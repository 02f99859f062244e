import { describe, expect, it } from 'vitest';
import { EVENTS, UNSEQUENCED } from '../../protocol/events.ts';
import { CONTENT, type Content } from '../../protocol/marks.ts';
import { RECORDED_EVENTS } from '../../protocol/recordings/events.ts';
import { shapeOf, type Shape } from '../../protocol/shape.ts';
import { ROW_SCHEMAS } from '../row-schemas.ts';

/** A text or a place, wherever it stands. */
interface Leaf {
  readonly path: string;
  readonly contains: Content | undefined;
  readonly about: readonly string[] | undefined;
  /** The object that it is about somebody in. */
  readonly within: Shape | undefined;
  readonly inList: boolean;
}

function* leavesOf(shape: Shape, under: Leaf): Generator<Leaf> {
  const contains = shape.contains ?? under.contains;
  const leaf = { ...under, contains, about: shape.about ?? under.about };
  if (shape.kind === 'string' || contains === 'place') yield leaf;
  else if (shape.kind === 'nullable') yield* leavesOf(shape.inner, leaf);
  else if (shape.kind === 'array') yield* leavesOf(shape.element, { ...leaf, inList: true });
  else if (shape.kind === 'record') {
    yield* leavesOf(shape.key, { ...leaf, inList: true });
    yield* leavesOf(shape.value, { ...leaf, inList: true });
  } else if (shape.kind === 'union') {
    for (const [option, inner] of shape.options) {
      yield* leavesOf(inner, { ...leaf, path: `${leaf.path} (${String(option)})` });
    }
  } else if (shape.kind === 'object') {
    for (const [name, { shape: inner }] of shape.properties) {
      const within = leaf.about === undefined ? shape : leaf.within;
      yield* leavesOf(inner, { ...leaf, within, path: `${leaf.path}.${name}` });
    }
  }
}

function leaves(schema: Parameters<typeof shapeOf>[0]): readonly Leaf[] {
  const root = { path: '', contains: undefined, about: undefined, within: undefined };
  return [...leavesOf(shapeOf(schema)!, { ...root, inList: false })];
}

/** What stands at a path of an object's shape. */
function at(shape: Shape | undefined, [name, ...rest]: readonly string[]): Shape | undefined {
  if (shape?.kind === 'nullable') return at(shape.inner, [name!, ...rest]);
  const found = shape?.kind === 'object' ? shape.properties.get(name!)?.shape : undefined;
  return rest.length === 0 ? found : at(found, rest);
}

function isId(shape: Shape | undefined): boolean {
  return shape?.kind === 'nullable' ? isId(shape.inner) : shape?.contains === 'id';
}

const all = [...RECORDED_EVENTS, ...Object.entries(ROW_SCHEMAS)];

it.each(all)('each text of %s is marked with what it contains', (_, schema) => {
  const unmarked = leaves(schema).filter(({ contains }) => contains === undefined);
  expect(unmarked.map(({ path }) => path)).toEqual([]);
});

const moments: ReadonlySet<string> = new Set(UNSEQUENCED);
const logged = Object.entries(EVENTS).filter(([name]) => !moments.has(name));

describe.each(logged)('what is personal in %s', (_, schema) => {
  const personal = leaves(schema).filter(({ contains }) => CONTENT[contains!] === 'personal');

  it('is marked with whom it is about, and stands in no list', () => {
    const kept = personal.filter(({ about, inList }) => about === undefined || inList);
    expect(kept.map(({ path }) => path)).toEqual([]);
  });

  it('is about somebody whose id is told with it', () => {
    const lost = personal.flatMap(({ path, about, within }) =>
      (about ?? []).filter((name) => !isId(at(within, name.split('.')))).map((id) => [path, id]),
    );
    expect(lost).toEqual([]);
  });
});
