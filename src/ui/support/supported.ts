import type { SupportedKind } from '../../protocol/support/limits.ts';

/** What staff may be let act on. */
export interface Supported {
  readonly kind: SupportedKind;
  readonly id: string;
}
