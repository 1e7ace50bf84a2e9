import { assign, fromPromise, setup } from 'xstate';
import type { ErrorCode } from '#domain/shared/errors.ts';
import type { TicketStatus } from '#domain/ticket/events.ts';
import { type Intent, lifecycle } from '#domain/ticket/lifecycle.ts';
import { ApiError, type ApiErrorCode } from '../../shared/api-error.ts';

export type ShownStatus = TicketStatus | 'deleted';

/** What the header does to a ticket. Messages are sent by the outbox. */
export type TicketIntent = Exclude<Intent, 'send'>;

export type Refusal = {
  readonly intent: TicketIntent;
  readonly code: ApiErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
};

/** What a dialog has asked for. */
export type Given = {
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly connectionId: string | null;
  readonly notes: string | null;
};
export const nothingGiven: Given = { queueId: null, userId: null, connectionId: null, notes: null };

export type CarryOut = { readonly intent: TicketIntent; readonly ticketId: string; readonly given: Given };

type Context = {
  readonly ticketId: string;
  readonly isGroup: boolean;
  readonly status: ShownStatus;
  /** Log position of the newest state shown, and the one an intent waits for. */
  readonly position: number;
  readonly awaited: number;
  readonly intent: TicketIntent | null;
  readonly given: Given;
  readonly refusal: Refusal | null;
};

type TicketMachineEvent =
  | { readonly type: 'ticket.projected'; readonly status: ShownStatus; readonly position: number }
  | { readonly type: 'ticket.wanted'; readonly intent: TicketIntent }
  | { readonly type: 'dialog.submitted'; readonly given: Given }
  | { readonly type: 'dialog.dismissed' }
  | { readonly type: 'refusal.dismissed' }
  /** The server can be reached again. */
  | { readonly type: 'connection.back' };

/** An intent that was accepted but does not show within this time is let go: the lists will tell. */
const confirmWithinMs = 5_000;

const machine = setup({
  types: {
    context: {} as Context,
    events: {} as TicketMachineEvent,
    input: {} as Pick<Context, 'ticketId' | 'isGroup' | 'status' | 'position'>,
    tags: {} as 'busy',
  },
  actors: {
    /** Asks the server, and answers the log position at which the change shows. */
    carryOut: fromPromise<number, CarryOut>(() => Promise.reject(new Error('carryOut is not provided'))),
  },
  guards: {
    isNewer: ({ context, event }) => event.type === 'ticket.projected' && event.position >= context.position,
    wantsTransfer: ({ context, event }) => wants(event, 'transfer') && leads(context.status, 'transfer'),
    /** A group has no queue to choose (specification, core, section 4). */
    wantsReopenSomewhere: ({ context, event }) =>
      wants(event, 'reopen') && !context.isGroup && leads(context.status, 'reopen'),
    wantsDeletion: ({ context, event }) => wants(event, 'delete') && leads(context.status, 'delete'),
    leadsSomewhere: ({ context, event }) =>
      event.type === 'ticket.wanted' && leads(context.status, event.intent),
    isRefused: ({ context, event }) =>
      event.type === 'ticket.wanted' && outcome(context.status, event.intent).kind === 'refused',
    leadsNowhereNow: ({ context }) => context.intent !== null && !leads(context.status, context.intent),
    isForWantOfNetwork: ({ context }) => context.refusal?.code === 'ERR_NETWORK',
    isShown: ({ context }) => context.position >= context.awaited,
  },
  actions: {
    project: assign(({ event }) =>
      event.type === 'ticket.projected' ? { status: event.status, position: event.position } : {},
    ),
    keepWish: assign(({ event }) =>
      event.type === 'ticket.wanted' ? { intent: event.intent, given: nothingGiven, refusal: null } : {},
    ),
    keepGiven: assign(({ event }) =>
      event.type === 'dialog.submitted' ? { given: event.given, refusal: null } : {},
    ),
    forgetWish: assign({ intent: null, given: nothingGiven }),
    refuseWish: assign(({ context, event }) =>
      event.type === 'ticket.wanted' ? { refusal: refusedByLifecycle(context.status, event.intent) } : {},
    ),
    refuseByLifecycle: assign(({ context }) => ({
      refusal: refusedByLifecycle(context.status, context.intent ?? 'accept'),
    })),
    refuseByServer: assign(({ context }, { error }: { error: unknown }) => ({
      refusal: refusedByServer(context.intent ?? 'accept', error),
    })),
    awaitPosition: assign((_, { position }: { position: number }) => ({ awaited: position })),
    forgetRefusal: assign({ refusal: null }),
  },
  delays: { confirmWithin: confirmWithinMs },
});

const sendingOr = (refused: 'asking' | 'over') =>
  machine.createStateConfig({
    tags: 'busy',
    invoke: {
      src: 'carryOut',
      input: ({ context: { ticketId, intent, given } }) => ({ ticketId, intent: intent ?? 'accept', given }),
      onDone: {
        target: 'confirming',
        actions: { type: 'awaitPosition', params: ({ event }) => ({ position: event.output }) },
      },
      onError: {
        target: refused,
        actions: { type: 'refuseByServer', params: ({ event }) => ({ error: event.error }) },
      },
    },
  });
const confirming = machine.createStateConfig({
  tags: 'busy',
  always: { guard: 'isShown', target: 'over' },
  after: { confirmWithin: 'over' },
});

/** What a dialog asks about first; it stays open until the change shows, or is told why it is refused. */
const asked = machine.createStateConfig({
  initial: 'asking',
  states: {
    asking: {
      always: { guard: 'leadsNowhereNow', target: 'over', actions: 'refuseByLifecycle' },
      on: {
        'dialog.submitted': { target: 'sending', actions: 'keepGiven' },
        'dialog.dismissed': { target: 'over', actions: 'forgetRefusal' },
      },
    },
    sending: sendingOr('asking'),
    confirming,
    over: { type: 'final' },
  },
  onDone: 'idle',
});

/**
 * The open ticket on the screen. The server owns its status: a projected update moves the machine to any status.
 * What the attendant wants goes sending → confirming → idle, or is refused with the reason; transfer, reopening and
 * deletion ask first. Which intents lead anywhere is read from the ticket's lifecycle.
 */
export const ticketMachine = machine.createMachine({
  id: 'ticket',
  context: ({ input }) => ({ ...input, awaited: 0, intent: null, given: nothingGiven, refusal: null }),
  initial: 'idle',
  on: { 'ticket.projected': { guard: 'isNewer', actions: 'project' } },
  states: {
    idle: {
      entry: 'forgetWish',
      on: {
        'ticket.wanted': [
          { guard: 'wantsTransfer', target: 'transfer', actions: 'keepWish' },
          { guard: 'wantsReopenSomewhere', target: 'reopen', actions: 'keepWish' },
          { guard: 'wantsDeletion', target: 'deletion', actions: 'keepWish' },
          { guard: 'leadsSomewhere', target: 'change', actions: 'keepWish' },
          { guard: 'isRefused', actions: 'refuseWish' },
        ],
        'refusal.dismissed': { actions: 'forgetRefusal' },
        'connection.back': { guard: 'isForWantOfNetwork', actions: 'forgetRefusal' },
      },
    },
    change: {
      initial: 'sending',
      states: { sending: sendingOr('over'), confirming, over: { type: 'final' } },
      onDone: 'idle',
    },
    transfer: asked,
    reopen: asked,
    deletion: asked,
  },
});

type Outcome = { readonly kind: 'goes' | 'stays' } | { readonly kind: 'refused'; readonly code: ErrorCode };

const outcome = (status: ShownStatus, intent: TicketIntent): Outcome =>
  status === 'deleted' ? { kind: 'refused', code: 'ERR_NO_TICKET_FOUND' } : lifecycle[status][intent];

const leads = (status: ShownStatus, intent: TicketIntent): boolean => outcome(status, intent).kind === 'goes';

const wants = (event: TicketMachineEvent, intent: TicketIntent): boolean =>
  event.type === 'ticket.wanted' && event.intent === intent;

const refusedByLifecycle = (status: ShownStatus, intent: TicketIntent): Refusal | null => {
  const found = outcome(status, intent);
  return found.kind === 'refused' ? { intent, code: found.code, details: {} } : null;
};

const refusedByServer = (intent: TicketIntent, error: unknown): Refusal =>
  error instanceof ApiError
    ? { intent, code: error.code, details: error.details }
    : { intent, code: 'ERR_INTERNAL', details: {} };
