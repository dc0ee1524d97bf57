// Points as people write them: ½, 1½, and tie-breaks with as many digits as they need.

export function pointsText(points: number): string {
  const whole = Math.trunc(points);
  const rest = Math.abs(points - whole);
  if (rest === 0.5) return `${points < 0 ? '−' : ''}${whole === 0 ? '' : Math.abs(whole)}½`;
  return String(points).replace('-', '−');
}

/** `1–0`, `½–½`. */
export const scoreText = ([first, second]: readonly [number, number]): string =>
  `${pointsText(first)}–${pointsText(second)}`;

/** The value of a tie-break, which comes in thousandths. */
export const tieText = (thousandths: number): string => pointsText(thousandths / 1000);

/** What somebody typed as points: `1½`, `1,5`, `0.5`. Nothing if it is none. */
export function readPoints(text: string): number | undefined {
  const plain = text.trim().replace(',', '.').replace(/½/, '.5');
  if (!/^\d*\.?\d+$/.test(plain)) return undefined;
  return Number(plain);
}
