import fc from 'fast-check';
import { expect, it } from 'vitest';
import { serverFeed } from '../../protocol/feed/fields.ts';
import { shapeOf } from '../../protocol/shape.ts';
import { arbitraryOf } from '../../testing/arbitrary-of.ts';
import { filterOf } from './filtered.ts';

const filter = filterOf(serverFeed, () => '•');
const told = arbitraryOf(shapeOf(serverFeed)!) as fc.Arbitrary<{
  readonly entry: { readonly kind: string };
}>;

/** Values that are an address, an identifier or a place as a whole, wherever they stand. */
const WHOLE = ['ip', 'guid', 'steam_id', 'position'];
/** Texts that may name one. */
const TEXTS = ['name', 'display_name', 'text', 'reason', 'to', 'bohemia_id', 'weapon', 'cause'];

it('leaves no address, identifier or place, and no text in which one may be', () => {
  fc.assert(
    fc.property(told, (data) => {
      const left: unknown[] = [];
      JSON.stringify(filter(data), (key, value: unknown) => {
        if (WHOLE.includes(key) && value !== null && value !== '') left.push([key, value]);
        if (TEXTS.includes(key) && typeof value === 'string' && value !== '•')
          left.push([key, value]);
        return value;
      });
      expect(left).toEqual([]);
    }),
  );
});

it('still fits the schema, says the same kind of thing of the same people, and is itself where nothing is left out', () => {
  const ids = (data: unknown) => {
    const found: unknown[] = [];
    JSON.stringify(data, (key, value: unknown) => {
      if (key === 'id' || key === 'muster_id' || key === 'kind' || key === 'at') found.push(value);
      return key === 'position' ? null : value;
    });
    return found;
  };
  const whole = filterOf(serverFeed, (text) => text);
  fc.assert(
    fc.property(told, (data) => {
      const filtered = filter(data);
      expect(serverFeed.safeParse(filtered).error).toBeUndefined();
      expect(ids(filtered)).toEqual(ids(data));
      if (data.entry.kind !== 'personal') expect(whole(data)).toBe(data);
    }),
  );
});
