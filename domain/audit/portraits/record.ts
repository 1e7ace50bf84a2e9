import { z } from 'zod';
import type { AnyRecord } from '../../records/records.ts';
import type { RecordState } from '../../shared/record.ts';
import { type Picture, type Portrait, portrait } from '../portrait.ts';

const file = z.object({ name: z.string(), hash: z.string() });

/** A file is shown by its name. */
const shown = (value: unknown): unknown => file.safeParse(value).data?.name ?? value;

const pictureOf =
  (fields: readonly string[]) =>
  (state: RecordState): Picture => {
    if (state.status !== 'active') return {};
    const values = new Map(Object.entries(Object(state.values)));
    return {
      ...Object.fromEntries(fields.map(field => [field, shown(values.get(field))])),
      userId: state.userId ?? undefined,
    };
  };

/** Of a record all its fields, and whose it is. */
export const recordPortrait = ({ entity, types, fields, removal }: AnyRecord): Portrait => {
  const names = Object.keys(fields);
  return portrait<RecordState, { readonly type: string; readonly data: Picture }, Picture>({
    entity,
    picture: pictureOf(names),
    shows: {
      [types.created]: { of: [...names, 'userId'] },
      [types.changed]: { of: names },
      [types.removed]: { of: [...names, 'userId'], said: Object.keys(removal) },
    },
  });
};
