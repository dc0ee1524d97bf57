// A file chosen on one page and read on the next.

export const heldFile = $state<{ file: File | null }>({ file: null });
