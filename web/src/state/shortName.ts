// How long a name may be, so that nobody sees only afterwards that theirs was cut.

/** As many characters as the server keeps of a name, as people count them: an emoji is one. */
const KEPT = 24;

/** A name as the server will have it. */
export function shortName(name: string): string {
  const signs =
    'Segmenter' in Intl ? Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment) : [...name];
  return signs.slice(0, KEPT).join('');
}
