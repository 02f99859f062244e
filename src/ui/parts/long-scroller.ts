import {
  END,
  layOut,
  scrolled,
  START,
  type Layout,
  type LongList,
  type Spot,
} from './long-list.ts';

/** Before the scroller was measured, so much of it is taken for seen. */
const ASSUMED_PX = 500;
/** Columns are as wide as the rows that are drawn want them, and rows as high as the columns: that may have no end. */
const REDRAWN_MOST = 3;

/**
 * A long list in its scroller: what is read stays in its place while heights turn out other than they were taken
 * for. Its rows stand in a `tbody`, each with its place as `data-index`.
 */
export class LongScroller {
  readonly #draw: () => void;
  #list: LongList = { count: 0, rowPx: 1, viewPx: ASSUMED_PX, heightOf: () => undefined };
  #layout: Layout = layOut(this.#list, START, 0);
  #spot: Spot = START;
  /** Where the scroller stands; null: it has to be put to where the spot is. */
  #top: number | null = 0;
  /** Where it was seen to stand last: elsewhere, somebody has scrolled, and the event is on its way. */
  #stood = 0;
  #element: HTMLElement | null = null;
  #sized: ResizeObserver | null = null;
  #redrawn = 0;

  /** `draw`: it has to be laid out and drawn again. */
  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** What is to be drawn of so many rows. */
  lay(rows: Pick<LongList, 'count' | 'rowPx'>): Layout {
    this.#list = { ...this.#list, ...rows };
    this.#layout = layOut(this.#list, this.#spot, this.#top);
    return this.#layout;
  }

  /** It was drawn in this element: what is there is measured, and drawn again where it is of other heights. */
  drawn(element: HTMLElement | null): void {
    if (element !== this.#element) this.#attach(element);
    if (element === null) return;
    const { heightOf, rowPx, viewPx } = this.#list;
    const heights = measure(element);
    const now = viewOf(element);
    const isOther = [...heights].some(([index, px]) => {
      return Math.abs((heightOf(index) ?? rowPx) - px) >= 0.5;
    });
    this.#list = { ...this.#list, viewPx: now, heightOf: (index) => heights.get(index) };
    if ((isOther || now !== viewPx) && this.#redrawn < REDRAWN_MOST) {
      this.#redrawn += 1;
      this.#draw();
      return;
    }
    this.#redrawn = 0;
    const isScrolled = Math.abs(element.scrollTop - this.#stood) >= 1;
    if (isScrolled && this.#top !== null) return this.#look();
    const { top } = this.#layout;
    if (Math.abs(element.scrollTop - top) >= 1) element.scrollTop = top;
    this.#stood = element.scrollTop;
    this.#top = top;
  }

  /** What is read stands `by` places farther down from now on. */
  moved(by: number): void {
    const { index, px } = this.#spot;
    this.#go({ index: Math.max(0, index + by), px }, this.#top);
  }

  toStart(): void {
    this.#go(START, null);
  }

  readonly detach = (): void => this.#attach(null);

  #go(spot: Spot, top: number | null): void {
    const drawn = this.#layout;
    [this.#spot, this.#top] = [spot, top];
    const next = layOut(this.#list, spot, top);
    const stands = top !== null && Math.abs(next.top - top) < 1;
    if (!stands || !isSame(next, drawn)) this.#draw();
    else this.#layout = next;
  }

  #attach(element: HTMLElement | null): void {
    this.#sized?.disconnect();
    this.#element?.removeEventListener('scroll', this.#look);
    this.#element?.removeEventListener('keydown', this.#pressed);
    this.#element = element;
    this.#stood = element?.scrollTop ?? 0;
    if (element === null) return;
    this.#sized = new ResizeObserver(this.#draw);
    this.#sized.observe(element);
    const rows = element.querySelector('tbody');
    if (rows !== null) this.#sized.observe(rows);
    element.addEventListener('scroll', this.#look, { passive: true });
    element.addEventListener('keydown', this.#pressed);
  }

  readonly #look = (): void => {
    const top = this.#element?.scrollTop ?? 0;
    this.#stood = top;
    // A scroll of before a key that goes elsewhere may be told only now.
    if (this.#top === null || Math.abs(top - this.#layout.top) < 1) return;
    this.#go(scrolled(this.#list, this.#layout, top), top);
  };

  /** By themselves these keys go to where the scrollbar ends, some screens at a time. */
  readonly #pressed = (event: KeyboardEvent): void => {
    const isPlain = !event.shiftKey && !event.altKey && !event.metaKey;
    if (!isPlain || (event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    this.#go(event.key === 'Home' ? START : END, null);
  };
}

function measure(element: HTMLElement): ReadonlyMap<number, number> {
  const rows = [...element.querySelectorAll<HTMLElement>('[data-index]')];
  return new Map(
    rows.map((row) => [Number(row.dataset['index']), row.getBoundingClientRect().height]),
  );
}

/** How much of the rows is seen, below what stands over them. */
function viewOf(element: HTMLElement): number {
  const rows = element.querySelector('tbody');
  if (rows === null) return element.clientHeight;
  const [list, whole] = [rows.getBoundingClientRect(), element.getBoundingClientRect()];
  const over = list.top - whole.top - element.clientTop + element.scrollTop;
  return Math.max(1, element.clientHeight - Math.round(over));
}

function isSame(a: Layout, b: Layout): boolean {
  return a.first === b.first && a.end === b.end && a.before === b.before && a.behind === b.behind;
}
