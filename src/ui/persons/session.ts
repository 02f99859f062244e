import type { CallAnswer } from '../../worker/contract.ts';

export type Session = CallAnswer<'personSessions'>['sessions'][number];
