// Whether a book lets only some play on board 1 (fer 7.2): then one must know who belongs to the school.

import { readBook } from '../../wire/http';

export async function boardOneLimited(book: string): Promise<boolean> {
  const found = await readBook(book);
  const axis = found.axes.find((one) => one.key === 'event.board_one');
  return axis !== undefined && axis.words !== 'anyone';
}
