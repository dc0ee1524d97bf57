// Pages by path. Links are plain anchors; those of our own pages don't reload.

export type Route =
  | { page: 'home' }
  | { page: 'new' }
  | { page: 'match'; id: string; fragment: string }
  | { page: 'replay'; id: string | null }
  | { page: 'rules'; book: string | null }
  | { page: 'missing' };

export function routeOf(path: string, fragment: string): Route {
  const [first = '', second = '', third] = path.split('/').slice(1);
  if (third) return { page: 'missing' };
  switch (first) {
    case '':
      return { page: 'home' };
    case 'new':
      return { page: 'new' };
    case 'm':
      return second ? { page: 'match', id: second, fragment } : { page: 'missing' };
    case 'replay':
      return { page: 'replay', id: second || null };
    case 'rules':
      return { page: 'rules', book: second || null };
    default:
      return { page: 'missing' };
  }
}

const here = $state({ path: location.pathname, fragment: location.hash });

export const route = (): Route => routeOf(here.path, here.fragment);

function read(): void {
  here.path = location.pathname;
  here.fragment = location.hash;
}

export function go(to: string): void {
  history.pushState(null, '', to);
  read();
  scrollTo(0, 0);
}

export function startRouter(): void {
  addEventListener('popstate', read);
  addEventListener('hashchange', read);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const anchor = (event.target as Element).closest('a');
    if (!anchor || anchor.target || anchor.download || anchor.origin !== location.origin) return;
    if (anchor.pathname.startsWith('/api/')) return;
    event.preventDefault();
    go(anchor.pathname + anchor.search + anchor.hash);
  });
}
