/** Values by type and id; what is gone is null. */
export type Changes = Record<string, Record<string, unknown>>;

/** Adds changes to others; the newer of two values of one id counts. */
export const merge = (changes: Changes, more: Changes): void => {
  for (const [type, values] of Object.entries(more)) changes[type] = { ...changes[type], ...values };
};
