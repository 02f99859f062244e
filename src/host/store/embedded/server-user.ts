/** User and group; empty for the person's own. */
export interface UserIds {
  readonly uid?: number;
  readonly gid?: number;
}

/** Who the PostgreSQL server runs as, and how it names its data folder. */
export interface ServerUser {
  /** The ids to start its processes with, whose its files are. */
  readonly ids: UserIds;
  /** The ids to make a cluster with: `initdb` works for nobody who has no name. */
  readonly maker: UserIds;
  /**
   * Whether the data folder is handed over as the working directory and named through `/proc/self/cwd`.
   * That works below a home folder that the server's user may not enter, since nothing walks the path.
   */
  readonly folderByCwd: boolean;
}

/**
 * Whom PostgreSQL runs as when Muster is root, which PostgreSQL refuses. It needs no account, and is none that
 * systems give to anybody: a user who runs other things too could stop the server, or change its files.
 */
const OWN: UserIds = { uid: 65_527, gid: 65_527 };
const NOBODY: UserIds = { uid: 65_534, gid: 65_534 };

/**
 * Decides whom PostgreSQL runs as: the person's own user; for root, a user of its own, or whoever owns the
 * cluster, as after a move of the folder. What belongs to root or `nobody` is not left with them.
 */
export function serverUser(facts: {
  readonly platform: NodeJS.Platform;
  /** The user of this process; undefined on Windows. */
  readonly uid: number | undefined;
  /** The owner of the cluster's folder, or null before there is one. */
  readonly clusterOwner: { readonly uid: number; readonly gid: number } | null;
}): ServerUser {
  if (facts.uid !== 0) return { ids: {}, maker: {}, folderByCwd: false };
  const owner = facts.clusterOwner;
  const kept = owner !== null && owner.uid !== 0 && owner.uid !== NOBODY.uid;
  const ids = kept ? { uid: owner.uid, gid: owner.gid } : OWN;
  return { ids, maker: NOBODY, folderByCwd: facts.platform === 'linux' };
}
