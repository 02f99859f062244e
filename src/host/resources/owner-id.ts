/** The id of the server, the group or the ban list in a path; undefined: it names none. */
export function ownerIdOf(params: {
  readonly server_id?: string;
  readonly group_id?: string;
  readonly banlist_id?: string;
}): string | undefined {
  return params.server_id ?? params.group_id ?? params.banlist_id;
}
