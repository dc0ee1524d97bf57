// What each ruling needs to be told; the desk asks for just that.

export type Need = 'seat' | 'millis' | 'boards' | 'reason' | 'board' | 'result' | 'team' | 'points';

const NEEDS: Record<string, Need[]> = {
  freeze: ['seat', 'millis'],
  warn: ['seat'],
  needless: ['seat'],
  illegal: ['seat'],
  flag: ['seat'],
  minute: ['seat'],
  forfeit: ['seat'],
  restart: ['boards', 'reason'],
  result: ['board', 'result'],
  points: ['team', 'points'],
  exclude: ['team'],
};

export const needsOf = (ruling: string): Need[] => NEEDS[ruling] ?? [];
