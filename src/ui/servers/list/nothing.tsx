/** A cell that has nothing to show, and says why to those who ask. */
export function Nothing({ text }: { readonly text: string }) {
  return (
    <span className="soft" title={text}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
