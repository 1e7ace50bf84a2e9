import { z } from 'zod';
import { leaveMenu, type MenuStep } from '#domain/menu/menu.ts';
import { isForMachines, menuStepOf } from '#domain/ticket/ticket.ts';
import { deriveId } from '#eventstore/event-id.ts';
import { NotYet } from '#eventstore/parking/set-aside.ts';
import type { EventStore, Recorded } from '#eventstore/types.ts';
import { type Due, type DueHandler, dropDue, noteDue } from '../due-work.ts';
import type { Policy } from '../follow-policy.ts';
import { policyNames } from '../names.ts';
import { checkpointOf, eventsSince } from '../read-ahead.ts';
import { letterOf } from './letter.ts';
import { waitsToBegin } from './menu-pause.ts';
import { dueAt, isOfTimes, moveDues, type Waiting, waitSchema } from './silence-times.ts';
import { type AttendDeps, attendName, createVisit } from './visit.ts';

const name = policyNames.menuSilence;

/**
 * Nobody waits in the menu for ever: notes when whoever chooses, or waits in no queue, has been silent for as long as
 * the company waits. Sends nothing, so it begins at the log's beginning: tickets that waited in no queue before there
 * was a menu go to a queue, too.
 */
export const menuSilencePolicy = (deps: AttendDeps): Policy => ({
  name,
  categories: ['ticket', 'company', 'queue', 'connection'],
  react: async (client, events) => {
    const visit = createVisit(deps);
    const moved = new Set(events.filter(isOfTimes).map(({ companyId }) => companyId));
    for (const companyId of moved) await moveDues(visit, client, companyId);
    const waiting = new Map<string, Noted | undefined>();
    for (const event of events) {
      const change = waitingAfter(event);
      if (change) waiting.set(change.ticketId, change.waits);
    }
    const over = [...waiting].filter(([, waits]) => !waits).map(([ticketId]) => ticketId);
    await dropDue(client, name, over);
    for (const [ticketId, waits] of waiting)
      if (waits) {
        const { companyId, ...data } = waits;
        const at = await dueAt(visit, companyId, data);
        await noteDue(client, { kind: name, key: ticketId, companyId, at, data: { ticketId, ...data } });
      }
  },
});

type Noted = Waiting & { readonly companyId: string };

/** What an event says of a ticket's waiting; undefined when it says nothing. */
const waitingAfter = (
  event: Recorded,
): { readonly ticketId: string; readonly waits: Noted | undefined } | undefined => {
  const { companyId } = event;
  const since = event.metadata.at;
  switch (event.type) {
    case 'TicketOpened': {
      const { ticketId, status, queueId, connectionId } = event.data;
      if (status !== 'pending' || queueId !== null) return undefined;
      return { ticketId, waits: { companyId, since, step: null, connectionId } };
    }
    case 'TicketMenuStepped': {
      const { ticketId, queueId, optionId, wrong } = event.data;
      return { ticketId, waits: { companyId, since, step: { queueId, optionId, wrong } } };
    }
    case 'TicketMenuLeft':
    case 'TicketAccepted':
    case 'TicketTransferred':
    case 'TicketClosed':
    case 'TicketDeleted':
      return { ticketId: event.data.ticketId, waits: undefined };
    default:
      return undefined;
  }
};

const dataSchema = waitSchema.pick({ step: true }).extend({ ticketId: z.string() });
const top: MenuStep = { queueId: null, optionId: null, wrong: 0 };

/** So far behind who answers contacts comes first. */
const mostBehind = 5_000;

/** Whether the contact wrote something that has not been looked at: it may be the answer that was waited for. */
const hasWritten = async (
  { pool, store }: SilenceDeps,
  companyId: string,
  ticketId: string,
): Promise<boolean> => {
  const news = await eventsSince(store, await checkpointOf(pool, store, attendName), mostBehind);
  if (!news) return true;
  // What could not be read at first does not say in which ticket it stands.
  const isLate = (event: Recorded) =>
    event.type === 'MessageContentRecovered' && event.companyId === companyId;
  const isUnknown = news.unreadable.some(event => event.companyId === companyId);
  return isUnknown || news.events.some(event => letterOf(event)?.ticketId === ticketId || isLate(event));
};

type SilenceDeps = AttendDeps & { readonly store: Pick<EventStore, 'subscribe' | 'head' | 'lastBefore'> };

/**
 * Lets a ticket wait for people, where it still is where it was when this was noted. Throws NotYet while something that was
 * written in it has not been answered: who answered in time is not late because we are.
 */
export const menuSilence =
  (deps: SilenceDeps): DueHandler =>
  async ({ companyId, at, data }: Due) => {
    const { ticketId, step } = dataSchema.parse(data);
    const visit = createVisit(deps);
    const { ticket } = await visit.attending.ticket(companyId, ticketId);
    const isWaiting =
      step !== null || (isForMachines(ticket) && ticket.queueId === null && !menuStepOf(ticket));
    if (!isForMachines(ticket) || !isWaiting) return;
    const { menu } = await visit.office(companyId, ticket.connectionId, ticket.queueId);
    const queueId = leaveMenu(menu, step ?? top, 'silence').goesTo?.queueId ?? null;
    // In no queue already; out of a menu whose queues are gone it is where everybody sees it.
    if (queueId === null && step === null) return;
    if ((await waitsToBegin(deps, ticketId)) || (await hasWritten(deps, companyId, ticketId)))
      throw new NotYet('what a contact wrote is to be answered first');
    const context = {
      ...{
        companyId,
        commandId: deriveId(name, ticketId, at),
        principal: null,
        at: visit.now().toISOString(),
      },
      actor: { kind: 'policy' as const, name },
    };
    const leaving = {
      ticketId,
      queueId,
      reason: step ? ('silent' as const) : ('placed' as const),
      from: step,
    };
    visit.done(await visit.ticket.leaveMenu(context, leaving), ticketId);
  };
