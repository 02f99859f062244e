/** Who the PostgreSQL server runs as, and how it names its data folder. */
export interface ServerUser {
  /** The ids to start its processes with; empty for the person's own. */
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /**
   * Whether the data folder is handed over as the working directory and named through `/proc/self/cwd`.
   * That works below a home folder that the server's user may not enter, since nothing walks the path.
   */
  readonly folderByCwd: boolean;
}

/** The id that PostgreSQL gets when Muster runs as root, which PostgreSQL refuses. It needs no account. */
const unprivileged = 65534;

/**
 * Decides whom PostgreSQL runs as: the person's own user; for root, whoever owns the cluster, or an
 * unprivileged user when there is none yet.
 */
export function serverUser(facts: {
  readonly platform: NodeJS.Platform;
  /** The user of this process; undefined on Windows. */
  readonly uid: number | undefined;
  /** The owner of the cluster's folder, or null before there is one. */
  readonly clusterOwner: { readonly uid: number; readonly gid: number } | null;
}): ServerUser {
  if (facts.uid !== 0) return { ids: {}, folderByCwd: false };
  const owner = facts.clusterOwner;
  const ids =
    owner === null || owner.uid === 0
      ? { uid: unprivileged, gid: unprivileged }
      : { uid: owner.uid, gid: owner.gid };
  return { ids, folderByCwd: facts.platform === 'linux' };
}
