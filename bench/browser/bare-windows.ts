/** The least that a window on the screen can do: a table of as many rows, of which one number changes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `pace`: milliseconds between two numbers. The arrow keys go from row to row. */
const PAGE = `<!doctype html><title>bare</title>
<style>
body { margin: 0; padding: 16px; background: #10151a; color: #dfe6ee; font: 14px/1.45 sans-serif; }
h1 { font-size: 20px; }
table { width: 100%; border-collapse: collapse; }
td { height: 40px; padding: 0 12px; border-bottom: 1px solid #2a323b; white-space: nowrap; }
tr:focus-within { background: #222a33; }
a { color: inherit; }
</style>
<h1>0</h1><table></table>
<script>
const table = document.querySelector('table');
for (let row = 0; row < 20; row++) {
  const tr = table.insertRow();
  for (let cell = 0; cell < 8; cell++) tr.insertCell().textContent = row + ' server ' + cell;
  tr.cells[1].innerHTML = '<a href="#">server ' + row + '</a>';
}
const links = [...document.querySelectorAll('a')];
addEventListener('keydown', ({ key }) => {
  const step = key === 'ArrowDown' ? 1 : -1;
  links[(links.indexOf(document.activeElement) + step + links.length) % links.length].focus();
});
links[0].focus();
let count = 0;
const pace = Number(new URLSearchParams(location.search).get('pace'));
setInterval(() => {
  count += 1;
  document.querySelector('h1').textContent = count;
  table.rows[count % 20].cells[3].textContent = count;
}, pace);
</script>`;

export interface BareWindows {
  readonly address: (pace: number) => string;
  close(): void;
}

export async function startBareWindows(): Promise<BareWindows> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(PAGE);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: (pace) => `http://127.0.0.1:${port}/?pace=${pace}`,
    close: () => void server.close(),
  };
}
