// Pages by path. Links are plain anchors; those of our own pages don't reload.

export type Route =
  | { page: 'home' }
  | { page: 'new' }
  | { page: 'match'; id: string; fragment: string }
  | { page: 'replay'; id: string | null }
  | { page: 'rules'; book: string | null; fragment: string }
  | { page: 'lesson' }
  | { page: 'new-clock' }
  | { page: 'clock'; id: string; fragment: string }
  | { page: 'record'; id: string; fragment: string }
  | { page: 'events' }
  | { page: 'new-event' }
  | { page: 'event'; id: string; tab: string; fragment: string }
  | { page: 'event-me'; id: string; fragment: string }
  | { page: 'event-table'; id: string; fragment: string }
  | { page: 'event-arbiter'; id: string; fragment: string }
  | { page: 'event-wall'; id: string; fragment: string }
  | { page: 'trust' }
  | { page: 'missing' };

export function routeOf(path: string, fragment: string): Route {
  const [first = '', second = '', third, fourth] = path.split('/').slice(1);
  if (first === 'events' && !fourth) return eventRoute(second, third ?? '', fragment);
  if (third) return { page: 'missing' };
  switch (first) {
    case '':
      return { page: 'home' };
    case 'what-is-bughouse':
      return second ? { page: 'missing' } : { page: 'lesson' };
    case 'trust':
      return second ? { page: 'missing' } : { page: 'trust' };
    case 'new':
      return second ? { page: 'missing' } : { page: 'new' };
    case 'm':
      return second ? { page: 'match', id: second, fragment } : { page: 'missing' };
    case 'clock':
      return second ? { page: 'clock', id: second, fragment } : { page: 'new-clock' };
    case 'record':
      return second ? { page: 'record', id: second, fragment } : { page: 'missing' };
    case 'replay':
      return { page: 'replay', id: second || null };
    case 'rules':
      return { page: 'rules', book: second || null, fragment };
    default:
      return { page: 'missing' };
  }
}

function eventRoute(id: string, tab: string, fragment: string): Route {
  if (!id) return { page: 'events' };
  if (id === 'new') return tab ? { page: 'missing' } : { page: 'new-event' };
  switch (tab) {
    case 'me':
      return { page: 'event-me', id, fragment };
    case 'table':
      return { page: 'event-table', id, fragment };
    case 'arbiter':
      return { page: 'event-arbiter', id, fragment };
    case 'wall':
      return { page: 'event-wall', id, fragment };
    default:
      return { page: 'event', id, tab, fragment };
  }
}

const here = $state({ path: location.pathname, fragment: location.hash });

export const route = (): Route => routeOf(here.path, here.fragment);

function read(): void {
  here.path = location.pathname;
  here.fragment = location.hash;
}

/** Asked before a visitor leaves a page by a link or the back button: whether they may go at once. */
type Guard = (to: string) => boolean;
let guard: Guard | undefined;
/** What the back button takes away first from a page that is held: an entry of its own, with the same address. */
const HELD = 'held';
let holds = false;

/** A page that is not left without asking; the returned function lets go of it. One that is held asks even if it is the
 * first page of its tab, as after a code was scanned. */
export function guardLeaving(asks: Guard, held = false): () => void {
  guard = asks;
  holds = held;
  // After a reload the entry is still there.
  if (held && history.state !== HELD) history.pushState(HELD, '');
  return () => {
    if (guard !== asks) return;
    guard = undefined;
    holds = false;
  };
}

export function go(to: string): void {
  history.pushState(null, '', to);
  arrive();
}

/** Goes on in place of this page: the back button does not lead here again. */
export function goInstead(to: string): void {
  history.replaceState(null, '', to);
  arrive();
}

function arrive(): void {
  read();
  scrollTo(0, 0);
}

/** The address has changed under us: by the back button, or by hand. */
function moved(): void {
  const to = location.pathname + location.search + location.hash;
  const from = here.path + here.fragment;
  const lost = holds && history.state !== HELD;
  // Behind the first page of a tab there is none of ours: whoever leaves it goes to the front page.
  if (guard && (to !== from || lost) && !guard(to === from ? '/' : to))
    history.pushState(holds ? HELD : null, '', from);
  else read();
}

export function startRouter(): void {
  addEventListener('popstate', moved);
  addEventListener('hashchange', moved);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const anchor = (event.target as Element).closest('a');
    if (!anchor || anchor.target || anchor.download || anchor.origin !== location.origin) return;
    if (anchor.pathname.startsWith('/api/')) return;
    event.preventDefault();
    const to = anchor.pathname + anchor.search + anchor.hash;
    if (!guard || guard(to)) go(to);
  });
}
