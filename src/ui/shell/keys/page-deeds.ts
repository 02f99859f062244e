import { useEffect } from 'react';
import { signal } from '@preact/signals-react';

/** Something that a page does itself: a line of the palette, and a key where it has one. */
export interface PageDeed {
  /** No two of a page have one. */
  readonly name: string;
  readonly label: string;
  /** What it is found by, beside its label. */
  readonly words?: string | undefined;
  /** Works alone, outside of fields. */
  readonly key?: string | undefined;
  readonly run: () => void;
}

/** What a page offers beside the portal's own. */
export interface PageDeeds {
  readonly title: string;
  readonly deeds: readonly PageDeed[];
  /** Those that only what is typed tells. */
  readonly typed?: ((text: string) => readonly PageDeed[]) | undefined;
}

/** null: the page has nothing of its own. */
export const pageDeeds = signal<PageDeeds | null>(null);

/** Offers what a page does to the palette and the keys, while it is shown. */
export function usePageDeeds(deeds: PageDeeds): void {
  useEffect(() => {
    pageDeeds.value = deeds;
  }, [deeds]);
  useEffect(
    () => () => {
      pageDeeds.value = null;
    },
    [],
  );
}
