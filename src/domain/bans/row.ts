import type { PagedRow } from '../../protocol/resources/registry.ts';

/** A ban, as those see it who may read its list. */
export type BanRow = PagedRow<'bans'>;
