// One timer for all clocks of a page.

let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const page = $state({ now: 0 });

/** The page's time, ten times a second while somebody looks. */
export function ticking(): () => number {
  $effect(() => {
    if (watchers++ === 0) {
      page.now = performance.now();
      timer = setInterval(() => (page.now = performance.now()), 100);
    }
    return () => {
      if (--watchers === 0) clearInterval(timer);
    };
  });
  return () => page.now;
}
