import type { ViewChange } from '../queries.ts';
import type { ServerRow } from '../rows.ts';
import type { Named as Called } from '../servers/server-name.ts';
import type { ViewSnapshot } from '../views/view.ts';
import { packRow, STRIDE, type PackedNames, type PackedPatch, type PackedStep } from './packed.ts';

/** A row as a tab has it, or will. */
interface Held {
  readonly id: string;
  row: ServerRow;
  /** -1: the tab was not told of it yet, or it is gone. */
  place: number;
  /** How it was called when the tab was told. */
  called: ServerRow['configuration'] | null;
  waits: boolean;
}

/** Packs what a view tells for one tab: what it was not told waits here, bounded by rows, and not by events. */
export class Packer {
  readonly #held = new Map<string, Held>();
  #waiting: Held[] = [];
  readonly #free: number[] = [];
  #places = 0;
  #gone: number[] = [];
  #order: readonly string[];
  #reordered = true;

  constructor({ rows, order }: ViewSnapshot) {
    for (const row of rows) this.#set(row as ServerRow);
    this.#order = order;
  }

  /** How many rows wait. */
  get size(): number {
    return this.#waiting.length + this.#gone.length;
  }

  /** Takes in what the view tells. */
  merge(changes: readonly ViewChange[]): void {
    for (const change of changes) {
      if (change.op === 'set') this.#set(change.row as ServerRow);
      else if (change.op === 'remove') this.#remove(change.id);
      else if (change.op === 'order') {
        this.#order = change.ids;
        this.#reordered = true;
      }
    }
  }

  /** All of it, for a tab that holds nothing; once, before anything else. */
  begin(): PackedPatch {
    return this.#pack(true);
  }

  /** What waits, as one step; none where nothing does. */
  take(): readonly PackedStep[] {
    return this.size === 0 ? [] : [{ op: 'packed', patch: this.#pack(false) }];
  }

  #pack(whole: boolean): PackedPatch {
    const named: Named = { places: [], ids: [], names: [], games: [], tags: [] };
    const told = this.#waiting.filter(({ waits }) => waits);
    const figures = new Float64Array(told.length * STRIDE);
    for (const [index, held] of told.entries()) {
      held.waits = false;
      if (held.called !== held.row.configuration) this.#name(held, named);
      packRow(figures, index * STRIDE, held.place, held.row);
    }
    const renamed = named.places.length > 0;
    const order = renamed || this.#reordered ? this.#placesInOrder() : null;
    const patch = { whole, gone: this.#gone, named: renamed ? named : null, figures, order };
    this.#waiting = [];
    this.#gone = [];
    this.#reordered = false;
    return patch;
  }

  #set(row: ServerRow): void {
    let held = this.#held.get(row.id);
    if (held === undefined) {
      held = { id: row.id, row, place: -1, called: null, waits: false };
      this.#held.set(row.id, held);
    }
    held.row = row;
    if (held.waits) return;
    held.waits = true;
    this.#waiting.push(held);
  }

  #remove(id: string): void {
    const held = this.#held.get(id);
    if (held === undefined) return;
    this.#held.delete(id);
    held.waits = false;
    if (held.place < 0) return;
    this.#gone.push(held.place);
    this.#free.push(held.place);
  }

  /** Gives a row that is new its place; it is named where it is new, or called otherwise. */
  #name(held: Held, named: Named): void {
    const { called } = held;
    const { configuration } = held.row;
    held.called = configuration;
    if (
      called?.identifier === configuration.identifier &&
      called.name === configuration.name &&
      called.game === configuration.game &&
      sameTags(called, configuration)
    ) {
      return;
    }
    if (called === null) held.place = this.#free.pop() ?? this.#places++;
    named.places.push(held.place);
    named.ids.push(held.id);
    named.names.push(calledOf(configuration));
    named.games.push(configuration.game);
    named.tags.push(configuration.tags);
  }

  #placesInOrder(): Uint32Array<ArrayBuffer> {
    return Uint32Array.from(this.#order, (id) => this.#held.get(id)?.place ?? 0);
  }
}

function sameTags({ tags }: Tagged, other: Tagged): boolean {
  return (
    tags === other.tags ||
    (tags.length === other.tags.length && tags.every((tag, index) => tag === other.tags[index]))
  );
}

function calledOf({ identifier, name }: ServerRow['configuration']): Called {
  return name === undefined ? { identifier } : { identifier, name };
}

type Tagged = Pick<ServerRow['configuration'], 'tags'>;
type Named = { readonly [Part in keyof PackedNames]: PackedNames[Part][number][] };
