import { z } from 'zod';
import { queueOptionInput } from '#domain/queue-menu/queue-menu.ts';
import { deepestOption, mostSiblings } from '#domain/queue-menu/tree.ts';

/** The calls about the options of a queue, under /api: secondary specification, sections 3 and 7. */

/** At the top, as the specification says it: below no other option. */
export const topParent = -1;
const parentId = z.union([z.uuid(), z.literal(topParent)]);

/** `option` is its place among those of the same parent, from 1: the digit by which a customer chooses it. */
export type QueueOptionView = {
  id: string;
  queueId: string;
  parentId: string | typeof topParent;
  option: number;
  title: string;
  message: string;
  children: QueueOptionView[];
};
/** As deep as options may stand: the description of the calls has no place for what holds itself. */
const viewWith = (levels: number): z.ZodType<QueueOptionView> =>
  z.object({
    ...{ id: z.uuid(), queueId: z.uuid(), parentId, option: z.number().int() },
    ...{ title: z.string(), message: z.string() },
    children: z.array(levels > 1 ? viewWith(levels - 1) : z.never()),
  });
export const queueOptionView = viewWith(deepestOption);

/** GET /queue-options: those below an option, or at the top, in their order and with all that stand below each. */
export const queueOptionsQuery = z.object({
  queueId: z.uuid(),
  parentId: z.union([z.uuid(), z.literal(String(topParent))]).default(String(topParent)),
});
export const queueOptionsAnswer = z.array(queueOptionView);

const place = z.number().int().min(1).max(mostSiblings);
const { title, message } = queueOptionInput.shape;

/** POST /queue-options: a new one, behind those of its parent. */
export const createQueueOptionBody = z.object({
  ...{ queueId: z.uuid(), parentId: parentId.default(topParent), title, message: message.default('') },
});
/** PUT /queue-options/{id}: what is left out stays. `parentId` and `option` move it, with all that stand below it. */
export const changeQueueOptionBody = z.object({
  ...{ title: title.optional(), message: message.optional() },
  ...{ parentId: parentId.optional(), option: place.optional() },
});
