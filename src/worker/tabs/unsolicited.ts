export interface UnsolicitedDeps {
  /** Tells those of these views that still rest how they stand; whether there was one. */
  readonly refresh: (ids: ReadonlySet<number>) => boolean;
  readonly reload: (components: readonly string[]) => void;
}

/**
 * What a tab is told beside its patches without having asked. A frozen tab keeps every message that is
 * posted to it: more waits until it has answered the last, and is told once then.
 */
export class Unsolicited {
  readonly #deps: UnsolicitedDeps;
  readonly #views = new Set<number>();
  readonly #components = new Set<string>();
  #unanswered = false;

  constructor(deps: UnsolicitedDeps) {
    this.#deps = deps;
  }

  refresh(ids: Iterable<number>): void {
    for (const id of ids) this.#views.add(id);
    this.#tell();
  }

  reload(components: readonly string[]): void {
    for (const component of components) this.#components.add(component);
    this.#tell();
  }

  /** The tab has said something: it takes messages. */
  answered(): void {
    this.#unanswered = false;
    this.#tell();
  }

  #tell(): void {
    if (this.#unanswered) return;
    if (this.#views.size > 0) this.#unanswered = this.#deps.refresh(this.#views);
    this.#views.clear();
    if (this.#components.size === 0) return;
    this.#unanswered = true;
    this.#deps.reload([...this.#components]);
    this.#components.clear();
  }
}
