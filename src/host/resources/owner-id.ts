/** The id of the server, the group, the ban list or the bucket in a path; undefined: it names none. */
export function ownerIdOf(params: {
  readonly server_id?: string;
  readonly group_id?: string;
  readonly banlist_id?: string;
  readonly bucket_id?: string;
}): string | undefined {
  return params.server_id ?? params.group_id ?? params.banlist_id ?? params.bucket_id;
}
