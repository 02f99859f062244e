import { signal } from '@preact/signals-react';
import type { Why } from '../../domain/doors/why.ts';

/** What is being asked, from a feed, the history or an audit: one question at a time, over whatever page. */
export const whyQuestion = signal<Why | null>(null);
