import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import './demo-banner.css';

it('leaves the page under it as wide as the window, however long its lines are', async () => {
  await page.viewport(390, 844);
  const root = document.body.appendChild(document.createElement('div'));
  root.id = 'root';
  root.innerHTML = `
    <main><div style="overflow: auto; white-space: pre">${'long '.repeat(200)}</div></main>
    <aside class="demo-banner">A demo</aside>
  `;
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBe(clientWidth);
  root.remove();
});
