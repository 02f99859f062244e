import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRIORITY_FILE } from '../../domain/buckets/priority-file.ts';
import { putFile, SAVED_FILE } from './put-file.ts';
import { RemoteFailure, type RemoteFolder } from './remote.ts';

/** A folder whose connection breaks after so many steps: of the next one, a part is done. */
class BreakingFolder implements RemoteFolder {
  readonly files = new Map<string, Buffer>();
  readonly #replaces: boolean;
  #steps = Infinity;
  #part = 0;

  constructor(replaces: boolean) {
    this.#replaces = replaces;
  }

  breakAfter(steps: number, part: number): void {
    this.#steps = steps;
    this.#part = part;
  }

  async read(name: string): Promise<Buffer | null> {
    this.#step(() => undefined);
    return this.files.get(name) ?? null;
  }

  async write(name: string, content: Buffer): Promise<void> {
    this.#step((part) => {
      this.files.set(name, content.subarray(0, Math.floor(content.length * part)));
    });
  }

  async replace(name: string, by: string): Promise<boolean> {
    const content = this.files.get(by);
    if (content === undefined) throw new RemoteFailure('not-writable');
    if (!this.#replaces && this.files.has(name)) return false;
    this.#step((part) => {
      if (part < 0.5) return;
      this.files.set(name, content);
      this.files.delete(by);
    });
    return true;
  }

  async remove(name: string): Promise<void> {
    this.#step((part) => {
      if (part >= 0.5) this.files.delete(name);
    });
  }

  #step(does: (part: number) => void): void {
    this.#steps -= 1;
    does(this.#steps < 0 ? this.#part : 1);
    if (this.#steps < 0) throw new RemoteFailure('dropped');
  }
}

const people = (min: number) =>
  fc.uniqueArray(
    fc.integer({ min, max: min + 5 }).map((n) => `765611900000000${n}`),
    { maxLength: 6 },
  );
const theirs = people(10);
const wanted = people(20);
const broken = fc.record({
  ids: wanted,
  steps: fc.nat({ max: 14 }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
});

it('wherever the connection breaks, and how often, nobody whom others put there is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.option(theirs, { nil: null }),
      fc.array(broken, { maxLength: 5 }),
      wanted,
      async (replaces, there, tries, last) => {
        const folder = new BreakingFolder(replaces);
        if (there !== null) folder.files.set(PRIORITY_FILE, Buffer.from(there.join(';')));
        let ours = new Set<string>();
        const put = async (ids: readonly string[]) => {
          const before = ours;
          const beforeWrite = async () => {
            ours = new Set([...before, ...ids]);
          };
          const { foreign } = await putFile(folder, {
            ids,
            isOurs: (id) => before.has(id),
            beforeWrite,
          });
          ours = new Set(ids);
          return foreign;
        };
        for (const { ids, steps, part } of tries) {
          folder.breakAfter(steps, part);
          await put(ids).catch((error: unknown) => {
            if (!(error instanceof RemoteFailure)) throw error;
          });
        }
        folder.breakAfter(Infinity, 0);
        expect(await put(last)).toBe(there?.length ?? 0);
        const found = folder.files.get(PRIORITY_FILE)?.toString().split(';') ?? [];
        const all = [...(there ?? []), ...last];
        expect(found.filter((id) => id !== '').toSorted()).toEqual(all.toSorted());
        expect(folder.files.has(SAVED_FILE)).toBe(false);
      },
    ),
    { numRuns: 2_000 },
  );
});
