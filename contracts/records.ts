import { z } from 'zod';
import type { AnyRecord, RecordName, Records } from '#domain/records/records.ts';
import type { HeldFile } from '#domain/shared/fields.ts';
import { keyed } from '#domain/shared/typed-objects.ts';

/** Query of every list that comes by pages; the first page is 1. */
export const pageQuery = z.object({
  searchParam: z.string().max(200).optional(),
  pageNumber: z.coerce.number().int().min(1).max(100_000).optional(),
});

/**
 * The calls about a record, under /api: GET answers a page, GET /list all of them, GET /{id} one. POST and PUT take
 * the body and answer what the record is then. A record without pages answers all of them to GET.
 */
export const recordCalls = ({ input, view, pageOf, counts, owner }: AnyRecord) => {
  const body: z.ZodObject = input;
  const one: z.ZodObject = view;
  const counted = Object.fromEntries(counts.map(name => [name, z.number().int()]));
  const page = z.object({
    [pageOf ?? 'records']: z.array(one.extend({ ...owner, ...counted })),
    hasMore: z.boolean(),
    count: z.number().int(),
  });
  return { body, one, list: z.array(one), page };
};

/** What the live channel says of a record, as `company-<id>-<concept>`: there is one like this now, or no more. */
export const recordFrame = <Concept extends string, View extends z.ZodType>({
  concept,
  view,
}: {
  readonly concept: Concept;
  readonly view: View;
}) =>
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('update'), ...keyed(concept, view) }),
    z.object({ action: z.literal('delete'), ...keyed(concept, z.object({ id: z.uuid() })) }),
  ]);

/** POST and DELETE {path}/{id}/file-upload: the name of its file, and the address under which it opens for a while. */
export const fileAnswer = z.object({
  id: z.uuid(),
  mediaName: z.string().nullable(),
  mediaPath: z.string().nullable(),
  position: z.number().int(),
});

/** What is answered of a record's file, before the address is signed. */
export const shownFile = (companyId: string, file: HeldFile | null) => ({
  mediaName: file?.name ?? null,
  mediaPath: file && `/api/media/${companyId}/${file.hash}?m=${file.id}`,
});

type FrameOf<Concept extends string, View> =
  | ({ readonly action: 'update' } & { readonly [Key in Concept]: View })
  | ({ readonly action: 'delete' } & { readonly [Key in Concept]: { readonly id: string } });
export type RecordFrames = {
  readonly [Name in RecordName]: FrameOf<Records[Name]['concept'], z.output<Records[Name]['view']>>;
};
