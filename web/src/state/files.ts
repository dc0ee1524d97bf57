// Files that a visitor brings to be replayed.

/** A file chosen on one page and read on the next. */
export const brought: { files: File[] } = { files: [] };

const MARK = [0xef, 0xbb, 0xbf];
const NEWLINE = 0x0a;

/** Several files as one, one after another: the boards of a match that were saved apart, or games. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = parts.flatMap((part) => {
    // A mark of the encoding belongs to the beginning of a file alone.
    const marked = MARK.every((byte, index) => part[index] === byte);
    return [marked ? part.subarray(MARK.length) : part, new Uint8Array([NEWLINE])];
  });
  const whole = new Uint8Array(bytes.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const readFiles = async (files: readonly File[]): Promise<Uint8Array[]> =>
  Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
