// Which article the side sheet shows. Any citation on a page opens it.

export const sheet = $state<{ cite: string | null }>({ cite: null });

export const openArticle = (cite: string): void => {
  sheet.cite = cite;
};
export const closeArticle = (): void => {
  sheet.cite = null;
};

/** `stein 2.4` names the book; a reading such as `R20` or an option belongs to none. */
export function bookOfCite(cite: string): string | undefined {
  const match = /^([a-z][\w-]*) \S/.exec(cite);
  return match && match[1] !== 'option' ? match[1] : undefined;
}
