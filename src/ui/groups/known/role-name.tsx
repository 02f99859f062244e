/** A role by its colour and its name. */
export function RoleName({
  name,
  colour,
}: {
  readonly name: string;
  readonly colour: string | null;
}) {
  return (
    <span className="role-name">
      {colour === null ? null : (
        <span className="role-colour" style={{ background: colour }} aria-hidden />
      )}
      <bdi>{name}</bdi>
    </span>
  );
}
