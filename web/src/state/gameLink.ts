// A game in a link: its BPGN, packed into the fragment. No server keeps it, and none sees it.

const MARK = '#game:';
/** Longer links are cut by programs that hand them on. */
const LONGEST = 16_000;

const through = async (bytes: BlobPart, stream: ReadableWritablePair): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** The link's path and fragment; nothing where the game is too long for one. */
export async function gameLink(bpgn: string): Promise<string | undefined> {
  const packed = await through(bpgn, new CompressionStream('deflate-raw'));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  const link = `/replay${MARK}${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  return link.length > LONGEST ? undefined : link;
}

export const isGameLink = (fragment: string): boolean => fragment.startsWith(MARK);

/** The game of such a fragment; nothing if it is not whole. */
export async function readGameLink(fragment: string): Promise<Uint8Array | undefined> {
  try {
    const text = atob(fragment.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    return await through(packed, new DecompressionStream('deflate-raw'));
  } catch {
    return undefined;
  }
}
