/** What zod says of an input, by itself or through Fastify. */
type Issue = {
  readonly path: readonly string[];
  readonly message: string;
  /** Of fields that there are not. */
  readonly keys?: unknown;
};
export type FieldIssue = { readonly field: string; readonly message: string };

const most = 10;

/** The fields that are not as they must be, each by its name; one that there is not is named itself. */
export const fieldIssues = (issues: readonly Issue[]): FieldIssue[] =>
  issues
    .flatMap(({ path, message, keys }) =>
      Array.isArray(keys)
        ? keys.map(key => ({ field: [...path, String(key)].join('.'), message }))
        : [{ field: path.join('.'), message }],
    )
    .slice(0, most);
