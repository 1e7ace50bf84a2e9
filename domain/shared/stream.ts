import { records } from '../records/records.ts';

export const categories = [
  'company',
  'user',
  'connection',
  'contact',
  'ticket',
  'message',
  'claim',
  'installation',
  ...Object.values(records).map(({ category }) => category),
] as const;
export type Category = (typeof categories)[number];

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
  if (!category || !companyId || !entityId) return undefined;
  if (!(categories as readonly string[]).includes(category)) return undefined;
  return { category: category as Category, companyId, entityId };
};
