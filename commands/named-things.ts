import type { AnyRecord } from '#domain/records/records.ts';
import { type Rejection, reject } from '#domain/shared/decision.ts';
import { type Fields, namedThings } from '#domain/shared/fields.ts';
import type { CommandContext } from './context.ts';
import type { CommandDeps } from './states.ts';

type Given = Readonly<Record<string, unknown>>;

/** What is given names things by their ids. */
export const namesThings = (record: AnyRecord, given: Given): boolean => namedIn(record, given).length > 0;

/**
 * Refuses the first thing that is named and never was the company's, with the code of its kind and the field; what is
 * gone may be named.
 */
export const refuseUnknownThings = async (
  { states }: CommandDeps,
  { companyId }: CommandContext,
  { record, given }: { readonly record: AnyRecord; readonly given: Given },
): Promise<Rejection | undefined> => {
  const named = namedIn(record, given);
  const found = await Promise.all(
    named.map(({ kind, id }) => states[kind].fresh(states[kind].stream(companyId, id))),
  );
  const unknown = named.find((_, index) => found[index]?.state.status === 'none');
  return unknown && reject(namedThings[unknown.kind], { [unknown.field]: unknown.id });
};

const namedIn = ({ fields }: { readonly fields: Fields }, given: Given) =>
  Object.entries(fields).flatMap(([field, { names: kind }]) => {
    const id = given[field];
    return kind && typeof id === 'string' ? [{ field, kind, id }] : [];
  });
