// Where things are on a page: whether they moved, cover each other, or are cut.

import type { Page } from 'playwright-core';

interface Watched extends Window {
  moved?: string[];
}

/** From now on every frame is looked at: whatever changes its place or size is written down. */
export async function watchPlaces(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched = window as Watched;
    const moved: string[] = (watched.moved = []);
    const places = () => {
      const found = new Map<string, string>();
      for (const part of document.querySelectorAll(
        '.mine .board, .theirs .board, [data-strip] .clock, [data-strip] [data-role], .say, .bar',
      )) {
        const { x, y, width, height } = part.getBoundingClientRect();
        const owner = part.closest<HTMLElement>('[data-strip]')?.dataset.strip ?? '';
        const name = `${part.className
          .toString()
          .replace(/svelte-\w+|cg-wrap|orientation-\w+|manipulable|running|low|empty|dim/g, '')
          .trim()} ${owner} ${(part as HTMLElement).dataset.role ?? ''}`;
        found.set(name, [x, y, width, height].map((one) => Math.round(one * 10) / 10).join(' '));
      }
      // What can wait stands where it stood; one that asks to be sure grows to the left.
      for (const act of document.querySelectorAll<HTMLElement>('.bar .later [data-act]'))
        found.set(`act ${act.dataset.act}`, String(Math.round(act.closest('.act')!.getBoundingClientRect().right)));
      return found;
    };
    const first = places();
    const look = () => {
      for (const [name, place] of places()) {
        const before = first.get(name);
        if (before !== undefined && before !== place) {
          moved.push(`${name}: ${before} -> ${place}`);
          first.set(name, place);
        }
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** What has moved since. */
export const still = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as Watched).moved ?? ['nobody looked']);

/** What lies on something else, leaves the screen, or is cut. */
export const amiss = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wrong: string[] = [];
    const round = (box: DOMRect) => [box.x, box.y, box.right, box.bottom].map(Math.round).join(' ');
    const parts = [
      ...document.querySelectorAll<HTMLElement>(
        '.at-table > header, .mine .board, .theirs .board, [data-strip] .who, [data-strip] .stock .stock, [data-strip] .clock, .say .line, .bar .acts, .notes .all, .card-place, .moves',
      ),
    ]
      .map((part) => ({
        name: `${part.className.toString().split(' ')[0]} ${part.closest<HTMLElement>('[data-strip]')?.dataset.strip ?? ''}`,
        box: part.getBoundingClientRect(),
        part,
      }))
      // The corner beside a board is as high as what is in it.
      .filter(({ box }) => box.width > 0 && box.height > 0);
    for (const { name, box } of parts) {
      if (box.x < -0.5 || box.y < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
        wrong.push(`${name} leaves the screen: ${round(box)}`);
    }
    parts.forEach((one, index) => {
      for (const other of parts.slice(index + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.x, other.box.x);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.y, other.box.y);
        if (across > 1 && down > 1)
          wrong.push(`${one.name} (${round(one.box)}) and ${other.name} (${round(other.box)})`);
      }
    });
    // The way to the moves lies on nothing that the line on top tells.
    const way = document.querySelector('.to-moves.alone')?.getBoundingClientRect();
    for (const part of document.querySelectorAll(
      '.at-table > header :is(.brand, .sign, .book, .muted, .dot, .latency, .code, .menu > button)',
    )) {
      const box = part.getBoundingClientRect();
      const across = way ? Math.min(box.right, way.right) - Math.max(box.x, way.x) : 0;
      const down = way ? Math.min(box.bottom, way.bottom) - Math.max(box.y, way.y) : 0;
      if (across > 1 && down > 1) wrong.push(`the way to the moves lies over ${part.className}`);
    }
    // What comes and goes lies on the screen, and never over my board.
    const board = document.querySelector('.mine .board')?.getBoundingClientRect();
    for (const part of document.querySelectorAll('.heard, [data-told], [data-words], .phrases, .say .word')) {
      const box = part.getBoundingClientRect();
      if (box.width === 0) continue;
      const name = part.className.toString().split(' ')[0];
      if (box.x < -0.5 || box.y < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
        wrong.push(`${name} leaves the screen: ${round(box)}`);
      // Phrases are opened over what is above their row.
      if (!board || part.matches('.phrases')) continue;
      const across = Math.min(box.right, board.right) - Math.max(box.x, board.x);
      const down = Math.min(box.bottom, board.bottom) - Math.max(box.y, board.y);
      if (across > 1 && down > 1) wrong.push(`${name} (${round(box)}) lies over my board (${round(board)})`);
    }
    // Figures and words are whole; a name that is too long is read by a tap.
    for (const part of document.querySelectorAll<HTMLElement>(
      '[data-strip] .clock, .acts .do, .diagonal, .at-table > header :is(.book, .sign span)',
    )) {
      if (part.offsetParent && (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)) {
        wrong.push(
          `cut: ${part.textContent?.trim()} ${part.scrollWidth}x${part.scrollHeight} in ${part.clientWidth}x${part.clientHeight}`,
        );
      }
    }
    // Each move keeps to its column; a sheet that is put away has none.
    for (const cell of document.querySelectorAll<HTMLElement>('.moves td')) {
      if (cell.clientWidth > 20 && cell.scrollWidth > cell.clientWidth)
        wrong.push(`${cell.textContent?.trim()} is ${cell.scrollWidth} wide in a column of ${cell.clientWidth}`);
      if (cell.clientWidth > 20 && cell.clientHeight > 28 && cell.childElementCount === 1)
        wrong.push(`${cell.textContent?.trim()} has two lines`);
    }
    if (document.documentElement.scrollWidth > innerWidth)
      wrong.push(`wider than the screen: ${document.documentElement.scrollWidth}`);
    if (document.documentElement.scrollHeight > innerHeight)
      wrong.push(`higher than the screen: ${document.documentElement.scrollHeight}`);
    return wrong;
  });
