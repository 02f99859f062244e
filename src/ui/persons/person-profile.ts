import type { CallAnswer } from '../../worker/contract.ts';

export type PersonProfile = CallAnswer<'personProfile'>;
