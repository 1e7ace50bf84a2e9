const leftOut = new Set(['position', 'created', 'metastreamRevision']);

/** An answer in one line, without what differs from run to run; n12 is a bigint. */
export const written = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown) => {
    if (leftOut.has(key)) return undefined;
    return typeof part === 'bigint' ? `n${part}` : part;
  }) ?? 'undefined';

/** The name of an error and some of its fields. */
export const writtenError = (error: unknown, fields: readonly string[]): string => {
  if (!(error instanceof Error)) return String(error);
  const said = new Map<string, unknown>(Object.entries(error));
  return `${error.constructor.name} ${written(Object.fromEntries(fields.map(field => [field, said.get(field)])))}`;
};
