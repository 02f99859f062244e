import type { CallAnswer } from '../../../worker/contract.ts';

export type Result = CallAnswer<'globalQuery'>['results'][number];
