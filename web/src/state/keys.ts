// Keys as shortcuts: one for each press, none while somebody types.

export type Press = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>;
/** What has the focus: something to type into, something to press, or nothing of the kind. */
export type Focus = 'field' | 'button' | 'page';

/** The key, if it is a shortcut of the page now. */
export function shortcut(press: Press, on: Focus): string | undefined {
  // A held key comes again and again: holding it is not pressing it twice.
  if (press.repeat || press.isComposing || press.ctrlKey || press.metaKey || press.altKey) return undefined;
  if (on === 'field' && press.key !== 'Escape') return undefined;
  // A focused button keeps its own space and return.
  if (on === 'button' && (press.key === ' ' || press.key === 'Enter')) return undefined;
  return press.key;
}

/** A held return would press a focused button again and again: one that asks to be sure is answered by that. */
export const pressesAgain = (press: Press, on: Focus): boolean =>
  press.repeat && on === 'button' && press.key === 'Enter';

export function focusOf(target: EventTarget | null): Focus {
  if (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  )
    return 'field';
  return target instanceof HTMLButtonElement ? 'button' : 'page';
}
