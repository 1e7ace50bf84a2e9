import type { z } from 'zod';
import { impossibleTime } from '#domain/shared/event.ts';
import { possibleTime } from '#domain/shared/time.ts';

/**
 * Reads a value by its schema as `safeParse` does, but for instants in impossible years, which were once written:
 * the nearest possible ones stand in their place. The value itself stays as it is.
 */
export const bringingTimesNear = <Output>(
  schema: z.ZodType<Output>,
  value: unknown,
): z.ZodSafeParseResult<Output> => {
  const parsed = schema.safeParse(value);
  if (parsed.success || !parsed.error.issues.every(isOfTime)) return parsed;
  const near = structuredClone(value);
  for (const { path } of parsed.error.issues) bringNear(near, path);
  return schema.safeParse(near);
};

const isOfTime = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' && Object.keys(impossibleTime).every(mark => issue.params?.[mark] === true);

const bringNear = (within: unknown, path: readonly PropertyKey[]): void => {
  const holder = path.slice(0, -1).reduce<unknown>((inner, name) => fieldsOf(inner)?.[name], within);
  const [fields, name] = [fieldsOf(holder), path.at(-1)];
  const at = name !== undefined && fields?.[name];
  if (fields && name !== undefined && typeof at === 'string') fields[name] = possibleTime(at);
};

const fieldsOf = (value: unknown): Record<PropertyKey, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>) : undefined;
