import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Route } from 'wouter';
import { ROUTES } from '../../domain/routes/routes.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { UpgradePage } from './upgrade-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const PAGE = (
  <Route path={ROUTES.upgrade.path}>
    <UpgradePage />
  </Route>
);

const stopped = (upgrade: boolean) =>
  accountRow({
    subscription: { plan: 'basic', status: 'ACTIVE', until: null, restricted: false },
    limits: { servers: 3, ban_lists: 1, teams: 1 },
    subscriptions: { omega: { tier: 'BASIC', plans: true, upgrade } },
  });

it('says what the plan allows, whichever of it was full, and leads on once it is put aside', async () => {
  const answers = [refusal('rate-limited'), { ok: true, value: {} }] as const;
  let asked = 0;
  const connection = new FakeConnection().put('account', [stopped(true)]);
  connection.commands.call = () => Promise.resolve(answers[asked++] as never);
  leave = draw(PAGE, connection, '/upgrade-account?next=%2Fwalls');
  await expect
    .element(
      page.getByText(
        'The plan basic allows 3 servers, 1 ban list, 1 team, and 1 organization. You wanted one more of these.',
      ),
    )
    .toBeVisible();
  const goOn = page.getByRole('button', { name: 'Go on' });
  await goOn.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await goOn.click();
  connection.put('account', [stopped(false)]);
  await expect.poll(() => location.pathname).toBe('/walls');
});

it('leads on by itself where the plan is higher by now', async () => {
  const connection = new FakeConnection().put('account', [stopped(false)]);
  leave = draw(PAGE, connection, '/upgrade-account?next=%2Fwalls');
  await expect.poll(() => location.pathname).toBe('/walls');
});
