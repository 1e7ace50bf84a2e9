import { assign, fromPromise, setup } from 'xstate';
import type { ErrorCode } from '#domain/shared/error-codes.ts';
import type { TicketStatus } from '#domain/ticket/events.ts';
import { type Intent, lifecycle } from '#domain/ticket/lifecycle.ts';
import { ApiError, type ApiErrorCode } from '../../api/api-error.ts';

export type ShownStatus = TicketStatus | 'deleted';

export type Refusal = {
  readonly intent: Intent;
  readonly code: ApiErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
};

export type CarryOut = {
  readonly intent: Intent;
  readonly ticketId: string;
  readonly queueId: string | null;
};

type Context = {
  readonly ticketId: string;
  readonly status: ShownStatus;
  /** Log position of the newest state shown, and the one an intent waits for. */
  readonly position: number;
  readonly awaited: number;
  readonly intent: Intent | null;
  readonly queueId: string | null;
  readonly refusal: Refusal | null;
};

type TicketMachineEvent =
  | { readonly type: 'ticket.projected'; readonly status: ShownStatus; readonly position: number }
  | { readonly type: 'ticket.wanted'; readonly intent: Intent; readonly queueId?: string | null }
  | { readonly type: 'refusal.dismissed' };

/** An intent that was accepted but does not show within this time is let go: the lists will tell. */
const confirmWithinMs = 5_000;

/**
 * The open ticket on the screen. The server owns its status: a projected update moves the machine to any status.
 * What the attendant wants goes sending → confirming → idle, or is refused with the reason. Which intents lead
 * anywhere is read from the ticket's lifecycle.
 */
export const ticketMachine = setup({
  types: {
    context: {} as Context,
    events: {} as TicketMachineEvent,
    input: {} as Pick<Context, 'ticketId' | 'status' | 'position'>,
  },
  actors: {
    /** Asks the server, and answers the log position at which the change shows. */
    carryOut: fromPromise<number, CarryOut>(() => Promise.reject(new Error('carryOut is not provided'))),
  },
  guards: {
    leadsSomewhere: ({ context }, { intent }: { intent: Intent }) =>
      outcome(context.status, intent).kind === 'goes',
    isRefused: ({ context }, { intent }: { intent: Intent }) =>
      outcome(context.status, intent).kind === 'refused',
    isShown: ({ context }) => context.position >= context.awaited,
  },
  delays: { confirmWithin: confirmWithinMs },
}).createMachine({
  id: 'ticket',
  context: ({ input }) => ({ ...input, awaited: 0, intent: null, queueId: null, refusal: null }),
  initial: 'idle',
  on: {
    'ticket.projected': {
      guard: ({ context, event }) => event.position >= context.position,
      actions: assign(({ event }) => ({ status: event.status, position: event.position })),
    },
  },
  states: {
    idle: {
      entry: assign({ intent: null, queueId: null }),
      on: {
        'ticket.wanted': [
          {
            guard: { type: 'leadsSomewhere', params: ({ event }) => ({ intent: event.intent }) },
            target: 'sending',
            actions: assign(({ event }) => ({
              intent: event.intent,
              queueId: event.queueId ?? null,
              refusal: null,
            })),
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ intent: event.intent }) },
            actions: assign(({ context, event }) => ({
              refusal: refusedByLifecycle(context.status, event.intent),
            })),
          },
        ],
        'refusal.dismissed': { actions: assign({ refusal: null }) },
      },
    },
    sending: {
      invoke: {
        src: 'carryOut',
        input: ({ context }) => ({
          ticketId: context.ticketId,
          intent: context.intent ?? 'accept',
          queueId: context.queueId,
        }),
        onDone: { target: 'confirming', actions: assign({ awaited: ({ event }) => event.output }) },
        onError: {
          target: 'idle',
          actions: assign({
            refusal: ({ context, event }) => refusedByServer(context.intent ?? 'accept', event.error),
          }),
        },
      },
    },
    confirming: {
      always: { guard: 'isShown', target: 'idle' },
      after: { confirmWithin: 'idle' },
    },
  },
});

type Outcome = { readonly kind: 'goes' | 'stays' } | { readonly kind: 'refused'; readonly code: ErrorCode };

const outcome = (status: ShownStatus, intent: Intent): Outcome =>
  status === 'deleted' ? { kind: 'refused', code: 'ERR_NO_TICKET_FOUND' } : lifecycle[status][intent];

const refusedByLifecycle = (status: ShownStatus, intent: Intent): Refusal | null => {
  const found = outcome(status, intent);
  return found.kind === 'refused' ? { intent, code: found.code, details: {} } : null;
};

const refusedByServer = (intent: Intent, error: unknown): Refusal =>
  error instanceof ApiError
    ? { intent, code: error.code, details: error.details }
    : { intent, code: 'ERR_INTERNAL', details: {} };
