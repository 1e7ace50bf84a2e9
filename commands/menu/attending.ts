import { z } from 'zod';
import { type Company, settingsOf } from '#domain/company/company.ts';
import { languages } from '#domain/company/settings.ts';
import type { Attendance } from '#domain/menu/hours.ts';
import type { Choice, Menu, MenuQueue } from '#domain/menu/menu.ts';
import type { Language } from '#domain/menu/texts.ts';
import { holiday, scheduleEntry } from '#domain/shared/schedule.ts';
import { isForMachines, type Ticket } from '#domain/ticket/ticket.ts';
import type { Position } from '#eventstore/types.ts';
import { shownContact } from '../contact/shown-contact.ts';
import type { CommandDeps } from '../states.ts';

/** What is there to attend with on a connection: its menu, its hours, and what the company has set. */
export type Office = {
  readonly menu: Menu;
  /** The queue that was asked for, on whichever connection it is. */
  readonly placedIn: MenuQueue | undefined;
  readonly attendance: Attendance;
  readonly language: Language;
  readonly menuMinutes: number;
};

/** Where a ticket stands, and which commands have been done to it. */
export type TicketNow = {
  readonly ticket: Ticket;
  readonly isDone: (commandId: string) => boolean;
};

export type Received = {
  readonly contactId: string;
  readonly ticketId: string;
  readonly since: Position;
  readonly isOfToday: boolean;
};

/** As records keep it. */
const kept = z.object({
  name: z.string(),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  orderQueue: z.number().default(0),
  schedules: z.array(scheduleEntry).default([]),
  holidays: z.array(holiday).default([]),
});

/** A list that a contact was sent; without `offered` it is not known any more what it was. */
export type Asked = { readonly offered?: readonly Choice[] | undefined };

/**
 * The last list that a ticket's contact had been sent at a position of the log, where they still stand at it now.
 * Undefined where there is none: what was written before a list had gone out answers none of it.
 */
const askedAt =
  ({ states }: CommandDeps) =>
  async (companyId: string, ticketId: string, position: Position): Promise<Asked | undefined> => {
    const hasGone = async (messageId: string | undefined): Promise<boolean> => {
      if (messageId === undefined) return true;
      const events = await states.message.events(states.message.stream(companyId, messageId));
      return events.some(event => wentOut.has(event.type) && event.position < position);
    };
    const events = await states.ticket.events(states.ticket.stream(companyId, ticketId));
    const steps = events.filter(({ type }) => type === 'TicketMenuStepped' || type === 'TicketMenuLeft');
    const now = steps.at(-1);
    if (now?.type !== 'TicketMenuStepped') return undefined;
    for (const step of steps.filter(each => each.position < position).toReversed()) {
      if (step.type !== 'TicketMenuStepped') return undefined;
      const { messageId, queueId, optionId, offered } = step.data;
      if (await hasGone(messageId))
        return queueId === now.data.queueId && optionId === now.data.optionId ? { offered } : undefined;
    }
    return undefined;
  };

/** From then on its contact may have it; what failed is not waited for. */
const wentOut: ReadonlySet<string> = new Set([
  ...['MessageUnconfirmed', 'MessageSent', 'MessageDelivered', 'MessageRead', 'MessageFailed'],
]);

const hoursOf = (company: Company) => (company.status === 'active' ? company.hours : undefined);

/** What policies ask before they answer a contact: read from the streams themselves, so it is as things are now. */
export const openAttending = (deps: CommandDeps) => {
  const { states } = deps;
  const queueOf = async (companyId: string, queueId: string) => {
    const [{ state }, menu] = await Promise.all([
      states.queue.fresh(states.queue.stream(companyId, queueId)),
      states.queueMenu.fresh(states.queueMenu.stream(companyId, queueId)),
    ]);
    if (state.status !== 'active') return [];
    return [{ queueId, ...kept.parse(state.values), options: menu.state.options }];
  };

  return {
    office: async (companyId: string, connectionId: string, placedIn: string | null): Promise<Office> => {
      const [{ state: company }, { state: connection }] = await Promise.all([
        states.company.fresh(states.company.stream(companyId, companyId)),
        states.connection.fresh(states.connection.stream(companyId, connectionId)),
      ]);
      const counting = settingsOf(company);
      const fields = connection.status === 'active' ? connection.fields : undefined;
      const ids = fields?.queueIds ?? [];
      const elsewhere = placedIn !== null && !ids.includes(placedIn) ? [placedIn] : [];
      const all = (await Promise.all([...ids, ...elsewhere].map(id => queueOf(companyId, id)))).flat();
      const queues = all
        .filter(({ queueId }) => ids.includes(queueId))
        .toSorted((one, other) => one.orderQueue - other.orderQueue);
      const asMenu = ({ queueId: id, name, greetingMessage: greeting, options }: (typeof all)[number]) => ({
        ...{ id, name, greeting, options },
      });
      const placed = all.find(({ queueId }) => queueId === placedIn);
      const language = languages.find(each => each === counting.language) ?? 'pt-BR';
      return {
        language,
        menuMinutes: Number(counting.menuMinutes),
        menu: { greeting: fields?.greetingMessage ?? '', queues: queues.map(asMenu) },
        placedIn: placed && asMenu(placed),
        attendance: {
          ...{
            scheduleType: counting.scheduleType,
            zone: counting.timeZone,
            language,
            hours: hoursOf(company),
          },
          outOfHoursMessage: fields?.outOfHoursMessage ?? '',
          queues: [...queues, ...all.filter(({ queueId }) => !ids.includes(queueId))],
        },
      };
    },

    ticket: async (companyId: string, ticketId: string): Promise<TicketNow> => {
      const { state: ticket, commands } = await states.ticket.fresh(
        states.ticket.stream(companyId, ticketId),
      );
      return { ticket, isDone: commandId => commands.has(commandId) };
    },

    /**
     * Whether machines are known to be silent in a ticket: then they are for good, and nothing is read. False where that
     * has to be looked at.
     */
    isKnownSilent: (companyId: string, ticketId: string): boolean => {
      const known = states.ticket.cached(states.ticket.stream(companyId, ticketId))?.state;
      return known !== undefined && known.status !== 'none' && !isForMachines(known);
    },

    /** Where whoever wrote is always attended. */
    contactQueueId: async (companyId: string, contactId: string): Promise<string | null> => {
      const { state } = await states.contact.fresh(states.contact.stream(companyId, contactId));
      const contact = state.status === 'merged' ? state.was : state;
      return contact.status === 'active' ? contact.queueId : null;
    },

    /** The contact that one is shown under: itself, unless it is merged. */
    shownAs: async (companyId: string, contactId: string): Promise<string> =>
      (await shownContact(deps, companyId, contactId)).contactId,

    /** For how long a company waits for an answer in the menu. */
    menuMinutes: async (companyId: string): Promise<number> => {
      const { state } = await states.company.fresh(states.company.stream(companyId, companyId));
      return Number(settingsOf(state).menuMinutes);
    },

    /** Of a received message: where it stands, since when in the log's order, and whether it is a contact's of today. */
    received: async (companyId: string, messageId: string): Promise<Received | undefined> => {
      const events = await states.message.events(states.message.stream(companyId, messageId));
      const [first] = events;
      if (first?.type !== 'MessageReceived') return undefined;
      const { contactId, ticketId, waKey, history } = first.data;
      const moved = events.findLast(({ type }) => type === 'MessageMoved');
      return {
        ...{ contactId, isOfToday: !history && !waKey.fromMe, since: (moved ?? first).position },
        ticketId: moved?.type === 'MessageMoved' ? moved.data.ticketId : ticketId,
      };
    },

    /** What a message at that position of the log answers in the menu of its ticket. */
    askedAt: askedAt(deps),

    /** Of a message that was moved: whether the company's own phone wrote it. */
    isFromMe: async (companyId: string, messageId: string): Promise<boolean> => {
      const { state } = await states.message.fresh(states.message.stream(companyId, messageId));
      return 'fromMe' in state && state.fromMe;
    },
  };
};
export type AttendingReader = ReturnType<typeof openAttending>;
