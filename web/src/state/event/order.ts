/** A list in which one has moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from);
  rest.splice(to, 0, list[from]!);
  return rest;
}
