// What a bot looks like: always the same for the same bot and name.

export interface Face {
  /** From 1 to 8; nothing for somebody else's engine. */
  level: number | undefined;
  colour: string;
  /** How round the head is. */
  round: number;
  eyes: 'round' | 'tall' | 'calm';
  mouth: string;
  ears: boolean;
}

/** From calm to hot as they grow stronger; light enough on dark pages, dark enough on light ones. */
const COLOURS = ['#5f9ea8', '#5b93c7', '#6f83d6', '#8a76d2', '#a96cc2', '#c0649f', '#c9635f', '#c4762f'];
const MOUTHS = ['M13 20.2h6', 'M12.5 19.6q3.5 2.6 7 0', 'M13.5 20.6q2.5-1.6 5 0', 'M12.5 19.8l7 .8'];
const EYES: Face['eyes'][] = ['round', 'tall', 'calm'];

/** A small number that letters stand for. */
const sumOf = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);

export function faceOf(bot: string, name: string): Face {
  const level = /^[1-8]$/.test(bot) ? Number(bot) : undefined;
  const sum = sumOf(name);
  return {
    level,
    colour: level ? COLOURS[level - 1]! : '#7d8791',
    round: [5, 8, 11][sum % 3]!,
    eyes: EYES[Math.floor(sum / 3) % EYES.length]!,
    mouth: MOUTHS[Math.floor(sum / 9) % MOUTHS.length]!,
    ears: Math.floor(sum / 36) % 2 === 0,
  };
}
