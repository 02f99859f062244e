import type { Random } from '../random.ts';

/** Ids of those who play, such that one of them is drawn at once however many there are. */
export class Crowd {
  readonly #ids: number[] = [];
  readonly #places = new Map<number, number>();

  get size(): number {
    return this.#ids.length;
  }

  has(id: number): boolean {
    return this.#places.has(id);
  }

  add(id: number): void {
    this.#places.set(id, this.#ids.length);
    this.#ids.push(id);
  }

  /** False when they were not in it. */
  remove(id: number): boolean {
    const place = this.#places.get(id);
    if (place === undefined) return false;
    this.#places.delete(id);
    const last = this.#ids.pop();
    if (last !== undefined && last !== id) {
      this.#ids[place] = last;
      this.#places.set(last, place);
    }
    return true;
  }

  clear(): void {
    this.#ids.length = 0;
    this.#places.clear();
  }

  /** Anybody; undefined when nobody is there. */
  pick(random: Random): number | undefined {
    return this.#ids.length === 0 ? undefined : random.pick(this.#ids);
  }
}
