// Whether a book lets only some play on board 1 (fer 7.2): then one must know who belongs to the school.

import { readBook } from '../../wire/http';

export async function boardOneLimited(book: string): Promise<boolean> {
  return (await readBook(book)).limits_board_one;
}
