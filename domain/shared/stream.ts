import { concepts } from '../concepts.ts';
import { type Records, records } from '../records/records.ts';

type RecordCategory = Records[keyof Records]['category'];
export type Category = keyof typeof concepts | RecordCategory;

const isCategory = (name: string): name is Category =>
  name in concepts || Object.values(records).some(({ category }) => category === name);

/** The categories of all streams of ours. */
export const categories: readonly Category[] = [
  ...Object.keys(concepts),
  ...Object.values(records).map(({ category }) => category),
].filter(isCategory);

/** `<category>-<companyId>.<entityId>`: a stream cannot be addressed without its tenant. */
export type StreamName = `${Category}-${string}.${string}`;

export const streamName = (category: Category, companyId: string, entityId: string): StreamName =>
  `${category}-${companyId}.${entityId}`;

/** Splits a stream name. Returns undefined for streams that are not ours (system streams, for one). */
export const parseStreamName = (
  name: string,
): { category: Category; companyId: string; entityId: string } | undefined => {
  const match = /^([a-z]+)-([^.]+)\.(.+)$/.exec(name);
  const [, category, companyId, entityId] = match ?? [];
  if (!category || !companyId || !entityId || !isCategory(category)) return undefined;
  return { category, companyId, entityId };
};
