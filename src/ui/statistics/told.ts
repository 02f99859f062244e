import type { CallAnswer } from '../../worker/contract.ts';

export type PersonStatistics = CallAnswer<'personStatistics'>;
