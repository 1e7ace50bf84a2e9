import { z } from 'zod';
import { isForMachines, menuStepOf } from '#domain/ticket/ticket.ts';
import type { Due, DueHandler } from '../due-work.ts';
import { beginWith } from './answer-contact.ts';
import { wroteShortlyBefore } from './persons-wrote.ts';
import { type AttendDeps, createVisit, type Visit } from './visit.ts';

const dataSchema = z.object({ because: z.string() });

/** For so long what was read of a connection's queues serves all menus that begin: many do at once. */
const readForMs = 1_000;

/**
 * Begins the menu of a ticket whose contact has paused, once: its texts and its step have ids made of the first message.
 * What people have meanwhile, and what stands in a menu already, is left alone.
 */
export const beginMenuWork = (deps: AttendDeps): DueHandler => {
  let [shared, readAt] = [createVisit(deps), performance.now()];
  const visitNow = (): Visit => {
    if (performance.now() - readAt > readForMs) [shared, readAt] = [createVisit(deps), performance.now()];
    return shared;
  };
  return async ({ companyId, key: ticketId, data }: Due) => {
    const cause = { id: dataSchema.parse(data).because, companyId };
    const visit = visitNow();
    const now = await visit.attending.ticket(companyId, ticketId);
    if (!isForMachines(now.ticket) || menuStepOf(now.ticket)) return;
    const isRecent = (contactId: string) => wroteShortlyBefore(deps.pool, contactId, visit.now());
    await beginWith(visit, { cause, ticketId, isRecent }, now);
  };
};
