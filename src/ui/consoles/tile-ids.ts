/** Names of tiles that outlive the panel that a tile shows, so that the tile is not drawn again with it. */
export class TileIds {
  readonly #ids = new Map<string, number>();
  #next = 1;

  /** The name of the tile that is at this key now. */
  of(key: string): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#next++;
    this.#ids.set(key, id);
    return id;
  }

  /** A tile goes from one key to another; the one that is there goes the other way. */
  swap(from: string, to: string): void {
    const [one, other] = [this.of(from), this.#ids.get(to)];
    this.#ids.set(to, one);
    if (other === undefined) this.#ids.delete(from);
    else this.#ids.set(from, other);
  }
}
