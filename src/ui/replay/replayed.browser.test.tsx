import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Router } from 'wouter';
import '../style/base.css';
import '../parts/parts.css';
import '../shell/frame/frame.css';
import { recordingLines } from '../../domain/recordings/write.ts';
import { to } from '../../domain/routes/routes.ts';
import { createLoad } from '../../testing/frames.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { draw } from '../app/doubles.tsx';
import { ReplayedScreens } from '../app/replayed-screens.tsx';
import { FakeConnection } from '../data/doubles.ts';
import { closePalette, helpOpen } from '../shell/keys/overlays.ts';
import { switchShortcuts } from '../shell/keys/shortcuts.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { ReplayPage } from './page.tsx';

const { world } = createLoad({ seed: 4, servers: 3, players: 12 });
const opening = openingEvents(world);
const [first] = world.servers;
const lines = [...recordingLines(opening, { build: 'test', sources: ['rest'] })];
const file = new File([lines.join('\n')], 'three.ndjson');
const last = opening.length;

let leave: (() => void) | undefined;
beforeAll(async () => {
  await startTexts();
  await loadTexts();
});
beforeEach(drawPage);
afterEach(() => {
  closePalette();
  helpOpen.value = false;
  switchShortcuts(true);
  localStorage.clear();
  leave?.();
});

const field = page.getByRole('combobox', { name: 'Page, server, player or action' });
const slider = page.getByRole('slider', { name: 'Moment' });
const active = () =>
  document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '');
const options = () => page.getByRole('option').elements();
const shown = () => slider.element().getAttribute('aria-valuetext') ?? '';

function drawPage() {
  const screen = (
    <Router base={to.replay()}>
      <ReplayPage screens={<ReplayedScreens />} />
    </Router>
  );
  leave = draw(screen, new FakeConnection(), '/replay');
}

async function openFile() {
  await userEvent.upload(page.getByLabelText(/choose a file/), file);
  await expect.element(slider).toBeVisible();
}

/** What the palette does with a text and Enter, once it offers what is meant. */
async function choose(text: string, offered: RegExp) {
  await userEvent.keyboard('{Control>}k{/Control}');
  await field.fill(text);
  await expect.poll(() => active()?.textContent).toMatch(offered);
  await expect.poll(() => document.querySelector('[aria-busy="false"]')).not.toBeNull();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).not.toBeInTheDocument();
}

it('moves by the palette: to the end and back, by a step, by a number, and to a mark', async () => {
  await openFile();
  await choose('end', /To the end/);
  await expect.poll(shown).toContain(`event ${last} of`);
  await choose('mark this', /Mark this moment/);
  await choose('start', /To the beginning/);
  await expect.poll(shown).toContain('event 0 of');
  await choose('step', /One event forward/);
  await expect.poll(shown).toContain('event 1 of');
  await choose('2', /Go to event 2/);
  await expect.poll(shown).toContain('event 2 of');
  await choose(`event ${last}`, new RegExp(`Go to event ${last}`));
  await expect.poll(shown).toContain(`event ${last} of`);
});

it('finds a fault that heals again, and looks no further than where it stands', async () => {
  const told = [1, 50, 1].map((players) => {
    world.pass(1_000);
    const population = { players, slots: 60, queue: null, source: 'live' } as const;
    return { source: 'realtime', ...world.observe(first!, population) } as const;
  });
  const sources = ['rest', 'realtime'] as const;
  const healed = [...recordingLines([...opening, ...told], { build: 'test', sources })];
  await userEvent.upload(
    page.getByLabelText(/choose a file/),
    new File([healed.join('\n')], 'healed.ndjson'),
  );
  await page.getByRole('button', { name: 'Find' }).click();
  await page
    .getByLabelText('First event after which this is true')
    .fill('any(s in servers, s.population.players = 50)');
  const search = page.getByRole('button', { name: 'Search' });
  await search.click();
  await expect.element(page.getByText(/^It is not true at the end/)).toBeVisible();
  await page
    .getByLabelText('Look for')
    .selectOptions('The first time, even if it ended later (slower)');
  await search.click();
  await expect.element(page.getByText(/^Found after/)).toBeVisible();
  await expect.poll(shown).toContain(`event ${last + 2} of`);
  await page.getByLabelText('Look in').selectOptions('Before this moment');
  await page.getByLabelText('Number of the event').fill(String(last + 1));
  await page.getByRole('button', { name: 'Go there' }).click();
  await search.click();
  await expect.element(page.getByText('It is never true.')).toBeVisible();
});

it('shows a recording whose first line is damaged, names that line, and refuses what is none', async () => {
  const choose = page.getByLabelText(/choose a file/);
  await userEvent.upload(choose, new File(['{"a":1}\nnone\n'], 'none.ndjson'));
  await expect.element(page.getByText(/^This is not a recording/)).toBeVisible();
  await userEvent.upload(choose, new File([lines.with(0, '{"mus').join('\n')], 'damaged.ndjson'));
  await expect.element(slider).toBeVisible();
  await expect.element(page.getByText(/^1 line is damaged or missing/)).toBeVisible();
  await expect.element(page.getByText(/^Line 1 is no JSON/)).toBeInTheDocument();
  expect(page.getByText(/reducers/).elements()).toEqual([]);
});

it('takes no more marks than it keeps, and says what to do', async () => {
  await openFile();
  await choose('end', /To the end/);
  await expect.poll(shown).toContain(`event ${last} of`);
  const mark = page.getByRole('button', { name: 'Mark this moment' });
  await mark.click();
  await expect.poll(() => localStorage.length).toBe(1);
  const key = localStorage.key(0) ?? '';
  const kept = () => JSON.parse(localStorage.getItem(key) ?? '[]') as readonly unknown[];
  const many = Array.from({ length: 200 }, (_, n) => ({ event: last + 1 + n, at: 1, note: '' }));
  localStorage.setItem(key, JSON.stringify(many));
  leave?.();
  drawPage();
  await openFile();
  await choose('end', /To the end/);
  await expect.poll(shown).toContain(`event ${last} of`);
  await mark.click();
  const line = page.getByRole('region', { name: 'Time line' });
  await expect.element(line.getByText(/^200 moments are marked/)).toBeVisible();
  expect(kept()).toHaveLength(200);
  expect(kept()).not.toContainEqual(expect.objectContaining({ event: last }));
  await page
    .getByRole('button', { name: /^Remove the mark/ })
    .first()
    .click();
  await expect.poll(kept).toHaveLength(199);
  await expect.element(line.getByText(/^200 moments are marked/)).not.toBeInTheDocument();
  expect(document.activeElement?.getAttribute('aria-label')).toBe(
    `Remove the mark on event ${last + 2}`,
  );
  await mark.click();
  await expect.poll(kept).toContainEqual(expect.objectContaining({ event: last }));
});

it('knows the servers and players of the moment alone, and their pages in the recording', async () => {
  await openFile();
  const name = first?.configuration.identifier ?? '';
  await userEvent.keyboard('{Control>}k{/Control}');
  await field.fill(name);
  await expect.element(page.getByText(/Nothing found/).first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await choose('end', /To the end/);
  await expect.poll(shown).toContain(`event ${last} of`);
  await choose(name, new RegExp(name));
  await expect.poll(() => location.pathname).toBe(`/replay/dashboard/${first?.id}`);
  expect(localStorage.length).toBe(0);
});

it('offers nothing that sends, whatever is typed', async () => {
  await openFile();
  await choose('end', /To the end/);
  await userEvent.keyboard('{Control>}k{/Control}');
  for (const text of ['kick', 'restart', 'lock', 'message', 'announce', 'add server', 'sign out']) {
    await field.fill(text);
    await expect.poll(() => document.querySelector('[aria-busy="false"]')).not.toBeNull();
    const offered = options().map((option) => option.textContent);
    expect(
      offered.filter((label) =>
        /^(Kick|Restart|Lock|Unlock|Message|Add server|Sign out)/.test(label),
      ),
    ).toEqual([]);
  }
});

it('lists the keys of a replay and no other page’s, and switches the single ones off', async () => {
  await openFile();
  await choose('to the end', /To the end/);
  await expect.poll(shown).toContain(`event ${last} of`);
  await page.getByRole('heading', { level: 1 }).click();
  await userEvent.keyboard('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(help.getByText('Play and pause')).toBeVisible();
  await expect.element(help.getByText('On the time line of a replay')).toBeVisible();
  await expect.element(help.getByText('Connection inspector')).not.toBeInTheDocument();
  await expect.element(help.getByText('Send the command')).not.toBeInTheDocument();
  await help.getByRole('checkbox').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  await userEvent.keyboard('j');
  await userEvent.keyboard('?');
  switchShortcuts(true);
  await userEvent.keyboard('j');
  await expect.poll(shown).toContain(`event ${last - 1} of`);
  await expect.element(help).not.toBeInTheDocument();
});

it('goes to the recording’s dashboard by g and d, and leaves a letter after g to nothing else', async () => {
  await openFile();
  await choose('end', /To the end/);
  await choose(first?.configuration.identifier ?? '', /./);
  await expect.poll(() => location.pathname).not.toBe('/replay/dashboard');
  await userEvent.keyboard('gj');
  await userEvent.keyboard('gd');
  await expect.poll(() => location.pathname).toBe('/replay/dashboard');
  expect(shown()).toContain(`event ${last} of`);
});

it('skips to the content by the keyboard, and leaves the moment in the address', async () => {
  await openFile();
  await choose('end', /To the end/);
  await expect.poll(() => location.hash).toMatch(/^#recording=[0-9a-f]{8}&event=[1-9]\d*$/);
  const { hash } = location;
  const skip = page.getByRole('link', { name: 'Skip to content' });
  (skip.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement?.id).toBe('content');
  expect(location.hash).toBe(hash);
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement?.id).toBe('content');
});

it('has palette and help before a recording is chosen, and leads to the portal', async () => {
  await expect.element(page.getByLabelText(/choose a file/)).toBeVisible();
  await userEvent.keyboard('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(help.getByText('Connection inspector')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  await choose('inspector', /Connection inspector/);
  await expect.poll(() => location.pathname).toBe('/inspector');
});
