declare module 'subset-font' {
  /** The file with these letters alone. */
  export default function subsetFont(
    file: Buffer,
    letters: string,
    options: { targetFormat: 'woff2' },
  ): Promise<Buffer>;
}
