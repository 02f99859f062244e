export function AddServerPage() {
  return <h1>Add</h1>;
}
