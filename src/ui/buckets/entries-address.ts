import { pagedAddress } from '../parts/paged/address.ts';

/** What the address of a bucket's page says of its entries. */
export const ENTRIES_ADDRESS = pagedAddress('bucketEntries', { person: 'who', issuer: 'by' });
