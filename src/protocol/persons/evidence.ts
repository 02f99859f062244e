/** What speaks for or against two persons being one. */
export const EVIDENCE = [
  'same-address',
  'more-addresses',
  'crowded-address',
  'came-as-the-other-went',
  'same-name',
  'names-alike',
  'never-together',
  'together',
] as const;
export type EvidenceKind = (typeof EVIDENCE)[number];
