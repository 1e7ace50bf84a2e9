import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { isRejection } from '#domain/shared/decision.ts';
import {
  acceptTicket,
  closeTicket,
  deleteTicket,
  refuseSend,
  reopenTicket,
  returnTicket,
  transferTicket,
} from '#domain/ticket/decide.ts';
import { ticketStatuses } from '#domain/ticket/events.ts';
import { intents, lifecycle } from '#domain/ticket/lifecycle.ts';
import { type LivingTicket, ticketEntity } from '#domain/ticket/ticket.ts';
import { ApiError } from '../../shared/api-error.ts';
import {
  type CarryOut,
  nothingGiven,
  type ShownStatus,
  type TicketIntent,
  ticketMachine,
} from './ticket-machine.ts';

const ticketId = '0198a000-0000-7000-8000-000000000001';
const queueId = '0198a000-0000-7000-8000-000000000002';
const given = { ...nothingGiven, queueId, notes: 'urgente' };
const wishes = intents.filter((intent): intent is TicketIntent => intent !== 'send');

const start = (
  status: ShownStatus,
  carryOut: (input: CarryOut) => Promise<number>,
  { isGroup = false }: { isGroup?: boolean } = {},
) => {
  const machine = ticketMachine.provide({
    actors: { carryOut: fromPromise<number, CarryOut>(({ input }) => carryOut(input)) },
  });
  const actor = createActor(machine, { input: { ticketId, isGroup, status, position: 10 } });
  actor.start();
  return actor;
};
type Started = ReturnType<typeof start>;

const never = () => new Promise<number>(() => undefined);
const isAsking = (actor: Started): boolean =>
  (['transfer', 'reopen', 'deletion'] as const).some(
    name => JSON.stringify(actor.getSnapshot().value) === JSON.stringify({ [name]: 'asking' }),
  );
const settled = async (answer: Promise<unknown>): Promise<void> => {
  await answer.catch(() => undefined);
  await Promise.resolve();
};
const refusal = (code: 'ERR_TICKET_ALREADY_ACCEPTED' | 'ERR_USER_NOT_IN_QUEUE') =>
  Promise.reject(new ApiError({ status: 409, code, details: { userId: 'u' } }));

/** The same wish as the server's rules decide on it, for a ticket in this status. */
const decided = (status: (typeof ticketStatuses)[number], intent: TicketIntent) => {
  const ticket = livingTicket(status);
  const decision = {
    accept: () => acceptTicket({ ticketId, userId: 'ana' }, ticket),
    return: () => returnTicket({ ticketId, reason: 'attendant' }, ticket),
    resolve: () => closeTicket({ ticketId, userId: 'ana', justClose: false }, ticket),
    reopen: () => reopenTicket({ ticketId, queueId: given.queueId }, ticket),
    transfer: () =>
      transferTicket({ ticketId, queueId, userId: null, notes: given.notes }, ticket, {
        queueExists: true,
        assignee: null,
      }),
    delete: () => deleteTicket({ ticketId }, ticket),
  }[intent]();
  return { ticket, decision };
};
const livingTicket = (status: (typeof ticketStatuses)[number]): LivingTicket => {
  const place = { contactId: 'c', connectionId: 'w', queueId: null, isGroup: status === 'groups' };
  switch (status) {
    case 'open':
      return { ...place, status, userId: 'bruno' };
    case 'pending':
      return { ...place, status, userId: null };
    default:
      return { ...place, status, userId: null };
  }
};

describe('the machine of the open ticket', () => {
  for (const status of ticketStatuses) {
    for (const intent of wishes) {
      const { ticket, decision } = decided(status, intent);
      const code = isRejection(decision) ? decision.rejected : undefined;
      const events = isRejection(decision) ? [] : decision;
      const what = code ? `is refused with ${code}` : events.length > 0 ? 'is carried out' : 'does nothing';

      it(`agrees with the decider: ${intent} on ${status} ${what}`, () => {
        const asked: CarryOut[] = [];
        const actor = start(status, input => {
          asked.push(input);
          return never();
        });
        actor.send({ type: 'ticket.wanted', intent });
        const asksFirst = isAsking(actor);
        if (asksFirst) actor.send({ type: 'dialog.submitted', given });
        const { value, context } = actor.getSnapshot();
        expect(context.refusal?.code).toBe(code);
        expect(value === 'idle').toBe(events.length === 0);
        const told = { ticketId, intent, given: asksFirst ? given : nothingGiven };
        expect(asked).toEqual(events.length > 0 ? [told] : []);
      });

      it(`knows where it leads: ${intent} on ${status}`, () => {
        const transition = lifecycle[status][intent];
        const after = events.reduce(ticketEntity.evolve, ticket);
        if (transition.kind === 'goes') expect(transition.to).toContain(after.status);
        else expect(after).toBe(ticket);
      });
    }

    it(`agrees with the decider on who may send: ${status}`, () => {
      const refused = refuseSend(livingTicket(status), { userId: 'bruno', profile: 'user' });
      expect(refused === undefined).toBe(lifecycle[status].send.kind === 'goes');
    });
  }

  for (const intent of wishes) {
    it(`refuses ${intent} on a ticket that is gone`, () => {
      const actor = start('deleted', never);
      actor.send({ type: 'ticket.wanted', intent });
      expect(actor.getSnapshot().value).toBe('idle');
      expect(actor.getSnapshot().context.refusal?.code).toBe('ERR_NO_TICKET_FOUND');
    });

    it(`carries out one wish at a time: ${intent} waits for nobody`, () => {
      const asked: CarryOut[] = [];
      const carryOut = (input: CarryOut) => {
        asked.push(input);
        return never();
      };
      for (const first of ['resolve', 'transfer'] as const) {
        const actor = start('open', carryOut);
        actor.send({ type: 'ticket.wanted', intent: first });
        const before = actor.getSnapshot().value;
        actor.send({ type: 'ticket.wanted', intent });
        expect(actor.getSnapshot().value).toEqual(before);
      }
      expect(asked.map(input => input.intent)).toEqual(['resolve']);
    });
  }

  it('moves to any status that is projected, and never back to an older one', () => {
    const actor = start('pending', never);
    for (const [index, status] of [...ticketStatuses, 'deleted' as const].entries()) {
      actor.send({ type: 'ticket.projected', status, position: 20 + index });
      expect(actor.getSnapshot().context.status).toBe(status);
    }
    actor.send({ type: 'ticket.projected', status: 'open', position: 19 });
    expect(actor.getSnapshot().context.status).toBe('deleted');
  });

  it('stays confirming until the change is shown', async () => {
    const answered = Promise.resolve(15);
    const actor = start('pending', () => answered);
    actor.send({ type: 'ticket.wanted', intent: 'accept' });
    await settled(answered);
    expect(actor.getSnapshot().value).toEqual({ change: 'confirming' });
    actor.send({ type: 'ticket.projected', status: 'pending', position: 14 });
    expect(actor.getSnapshot().value).toEqual({ change: 'confirming' });
    actor.send({ type: 'ticket.projected', status: 'open', position: 15 });
    expect(actor.getSnapshot().value).toBe('idle');
  });

  it('keeps the reason of a refusal until it is dismissed', async () => {
    const failed = refusal('ERR_TICKET_ALREADY_ACCEPTED');
    const actor = start('pending', () => failed);
    actor.send({ type: 'ticket.wanted', intent: 'accept' });
    await settled(failed);
    expect(actor.getSnapshot().context.refusal).toEqual({
      intent: 'accept',
      code: 'ERR_TICKET_ALREADY_ACCEPTED',
      details: { userId: 'u' },
    });
    actor.send({ type: 'refusal.dismissed' });
    expect(actor.getSnapshot().context.refusal).toBeNull();
  });

  it('takes back that there is no network once there is, and no other reason', async () => {
    for (const [code, left] of [
      ['ERR_NETWORK', null],
      ['ERR_TICKET_CLOSED', 'ERR_TICKET_CLOSED'],
    ] as const) {
      const failed = Promise.reject(new ApiError({ status: 0, code }));
      const actor = start('open', () => failed);
      actor.send({ type: 'ticket.wanted', intent: 'resolve' });
      await settled(failed);
      expect(actor.getSnapshot().context.refusal?.code).toBe(code);
      actor.send({ type: 'connection.back' });
      expect(actor.getSnapshot().context.refusal?.code ?? null).toBe(left);
    }
  });

  it('asks again when what was asked for is refused, and forgets all when the dialog is left', async () => {
    const failed = refusal('ERR_USER_NOT_IN_QUEUE');
    const actor = start('open', () => failed);
    actor.send({ type: 'ticket.wanted', intent: 'transfer' });
    actor.send({ type: 'dialog.submitted', given });
    await settled(failed);
    expect(actor.getSnapshot().value).toEqual({ transfer: 'asking' });
    expect(actor.getSnapshot().context.refusal?.code).toBe('ERR_USER_NOT_IN_QUEUE');
    actor.send({ type: 'dialog.dismissed' });
    expect(actor.getSnapshot().value).toBe('idle');
    expect(actor.getSnapshot().context).toMatchObject({ refusal: null, intent: null, given: nothingGiven });
  });

  it('leaves a dialog that has nothing to ask any more, and says why', () => {
    const actor = start('open', never);
    actor.send({ type: 'ticket.wanted', intent: 'transfer' });
    actor.send({ type: 'ticket.projected', status: 'closed', position: 11 });
    expect(actor.getSnapshot().value).toBe('idle');
    expect(actor.getSnapshot().context.refusal?.code).toBe('ERR_TICKET_CLOSED');
  });

  it('agrees with the decider: a group is reopened without a queue', () => {
    const closed = { ...livingTicket('closed'), isGroup: true };
    const decision = reopenTicket({ ticketId, queueId: null }, closed);
    if (isRejection(decision)) throw new Error(decision.rejected);
    const { status } = decision.reduce(ticketEntity.evolve, closed);
    expect(lifecycle.closed.reopen).toEqual({ kind: 'goes', to: [status] });
  });

  it('reopens a group without asking', () => {
    const actor = start('closed', never, { isGroup: true });
    actor.send({ type: 'ticket.wanted', intent: 'reopen' });
    expect(actor.getSnapshot().value).toEqual({ change: 'sending' });
  });
});
