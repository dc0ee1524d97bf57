// Rulebooks by the names that people use; the id stays small beside it.

import { t } from '../i18n/i18n.svelte';

/** What a book calls itself, in the visitor's language; of a club's own book, what its file says. */
export const fullName = (book: { id: string; name: string }): string =>
  t(`fullName.${book.id}`, { defaultValue: book.name });

export const bookName = (id: string): string => t(`called.${id}`, { defaultValue: id });

/** As played online first, then the books for boards as the server lists them. */
export const onlineFirst = <T extends { id: string }>(books: readonly T[]): T[] =>
  books.toSorted((one, other) => Number(other.id === 'fics') - Number(one.id === 'fics'));
