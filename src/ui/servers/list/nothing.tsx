/** A cell that has nothing to show, and says why to those who ask. One box: a table has hundreds. */
export function Nothing({ text }: { readonly text: string }) {
  return (
    <span className="soft" role="img" aria-label={text} title={text}>
      –
    </span>
  );
}
