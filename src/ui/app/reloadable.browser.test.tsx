import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeConnection } from '../data/doubles.ts';
import { Reloadable } from './app.tsx';
import { draw } from './doubles.tsx';

function Counter() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>{`pressed ${count}`}</button>;
}

it('mounts a part again when its name is told, and only then', async () => {
  const connection = new FakeConnection();
  const screen = (
    <Reloadable name="dashboard">
      <Counter />
    </Reloadable>
  );
  const leave = draw(screen, connection, '/dashboard');
  await page.getByRole('button').click();
  await expect.element(page.getByText('pressed 1')).toBeVisible();
  connection.reloads.value = new Map([['server', 1]]);
  await expect.element(page.getByText('pressed 1')).toBeVisible();
  connection.reloads.value = new Map([['dashboard', 1]]);
  await expect.element(page.getByText('pressed 0')).toBeVisible();
  leave();
});
