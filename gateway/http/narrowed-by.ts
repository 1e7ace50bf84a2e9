/** By what an export was narrowed, as it is told of: names and ids, no words. */
export const narrowedBy = (query: object): string[] =>
  Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${String(value)}`],
  );
