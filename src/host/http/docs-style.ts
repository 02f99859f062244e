/** The style of `/docs`: the portal's colours, in either scheme, with the fonts that the machine has. */
export const DOCS_STYLE = `:root {
  color-scheme: light dark;
  --page: light-dark(#f3f5f6, #0d1114);
  --raised: light-dark(#ffffff, #182026);
  --line: light-dark(#d5dde1, #26323a);
  --edge: light-dark(#75868f, #5f7480);
  --ink: light-dark(#16212a, #e4eaed);
  --soft: light-dark(#435560, #a9b8c0);
  --accent: light-dark(#0a6c7c, #5cc8d6);
  --write: light-dark(#7f5a00, #e3b54c);
  font: 15px/1.5 Inter, system-ui, sans-serif;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--page); color: var(--ink); }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header { display: flex; gap: 1rem; align-items: center; padding: 0.75rem 1.25rem;
  border-bottom: 1px solid var(--line); background: var(--raised); }
.brand { padding: 0.25rem 0; color: var(--ink); font-weight: 600; text-decoration: none; }
.version, .soft { color: var(--soft); }
.raw { margin-left: auto; padding: 0.25rem 0; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.1rem; }
h4 { margin: 1rem 0 0.35rem; font-size: 0.85rem; color: var(--soft); }
p { margin: 0.5rem 0; max-width: 46rem; overflow-wrap: anywhere; }
.find { display: grid; gap: 0.25rem; max-width: 24rem; margin-top: 1.25rem; font-weight: 500; }
input { height: 2.5rem; padding: 0 0.75rem; border: 1px solid var(--edge); border-radius: 4px;
  background: var(--raised); color: inherit; font: inherit; }
code { font: 0.9em 'JetBrains Mono', ui-monospace, monospace; overflow-wrap: anywhere; }
details { margin-top: 0.375rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--raised); }
summary { display: grid; grid-template-columns: 4rem minmax(0, 1fr); gap: 0.125rem 0.75rem;
  align-items: baseline; padding: 0.625rem 0.875rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:hover { color: var(--accent); }
.verb { grid-row: span 2; color: var(--accent); font-size: 0.8rem; font-weight: 600; }
.verb[data-method='post'] { color: var(--write); }
.what { color: var(--soft); font-size: 0.93rem; }
details[open] > summary { border-bottom: 1px solid var(--line); }
.inside { padding: 0.5rem 0.875rem 0.875rem; }
.scroller { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; }
th, td { padding: 0.3rem 0.75rem 0.3rem 0; border-top: 1px solid var(--line); text-align: left;
  vertical-align: top; }
th { width: 45%; font-weight: 400; }
td { color: var(--soft); overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  main { padding: 1rem 0.875rem 3rem; }
  header { padding: 0.75rem 0.875rem; }
  summary { grid-template-columns: minmax(0, 1fr); }
  .verb { grid-row: auto; }
  tr { display: block; padding: 0.375rem 0; border-top: 1px solid var(--line); }
  th, td { display: block; width: auto; padding: 0; border: 0; }
}
`;
