/** Whom or what a ban keeps out: somebody, addresses, or somebody with the addresses that they are known by. */
export const BAN_KIND = ['person', 'address', 'hybrid'] as const;
export type BanKind = (typeof BAN_KIND)[number];

/** To whom a ban list belongs. */
export const BAN_LIST_OWNER = ['account', 'team', 'organization'] as const;
export type BanListOwner = (typeof BAN_LIST_OWNER)[number];

/** What became of a report: it waits, the list agreed with it, or did not. */
export const REPORT_STATE = ['open', 'accepted', 'rejected'] as const;

/** Where a ban list stands on its way to being verified. Second specification, section 4. */
export const VERIFICATION = [
  /** Not requested, and not eligible. */
  'unlisted',
  'requestable',
  'in-review',
  'verified',
  /** It waits before it can be requested again. */
  'denied',
] as const;
export type Verification = (typeof VERIFICATION)[number];

/** What is kept of that: the rest follows from the list and the time. */
export const KEPT_VERIFICATION = ['none', 'in-review', 'verified', 'denied'] as const;
export type KeptVerification = (typeof KEPT_VERIFICATION)[number];

/** What staff decide. */
export const REVIEWED = ['verified', 'denied'] as const;

/** What a list needs before anybody reviews it, beside the code of conduct that is accepted with the request. */
export const VERIFICATION_REQUIREMENT = ['public', 'profile', 'bans', 'age', 'reach'] as const;

/** What may be of bans and ban lists. The host refuses more, and a form says so before. */
export const BAN_LIMIT = {
  /** Second specification, section 5. */
  reason: { least: 3, most: 40 },
  description: 400,
  identifier: 20,
  /** Two years: what is to last longer is permanent. */
  minutes: 1_051_200,
  /** Ban lists that an account owns where its plan has no limit, and that are listed for one. */
  owned: 100,
  /** Servers of a list, and lists of a server. */
  servers: 1_000,
  lists: 20,
  /** Lists that one follows, and those that follow one. */
  follows: 20,
  followers: 1_000,
  /** Bans of one list. */
  bans: 1_000_000,
  /** Bans of a file that are taken at once. */
  atOnce: 500,
  /** Of an address with wildcards, of a range, of a network: as it is typed. */
  address: 64,
  /** Addresses of one person that a ban takes with it, the newest. */
  addresses: 20,
  /** What speaks for a ban. Second specification, section 5: files and bytes of one. */
  evidence: { files: 5, bytes: 10_485_760, name: 120, links: 10, url: 500 },
  /** What somebody says against a ban, what they are answered, reports of a list that wait, and those told at once. */
  report: { least: 10, most: 1_000, answer: 400, open: 500, page: 100 },
  /**
   * What it takes to be verified (second specification, section 9), how many days a denied list waits, what staff say, and
   * lists that are told at once.
   */
  verification: {
    bans: 500,
    months: 3,
    communities: 1,
    waitDays: 30,
    reason: { least: 3, most: 400 },
    page: 200,
  },
  /** What a list says of itself. */
  profile: { description: 1_000, link: 200 },
  /** The picture above that: bytes, and pixels. */
  banner: { bytes: 524_288, width: 1_200, height: 400 },
  /** Bans of a public list that are told at once. */
  publicPage: 50,
  /** Bans of one person that are told at once. */
  ofPerson: 200,
  /** Imports of a list that are told. */
  imports: 100,
} as const;
