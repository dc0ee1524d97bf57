// The line to a match, opened while the page's scripts are still on their way: a script of its own that needs no other.

{
  const match = /^\/m\/([0-9a-z]+)$/.exec(location.pathname)?.[1];
  if (match) {
    const line = new WebSocket(`${location.origin.replace('http', 'ws')}/ws?match=${match}`);
    globalThis.earlyLine = { line, since: performance.now() };
  }
}
