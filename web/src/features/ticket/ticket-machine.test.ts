import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ticketStatuses } from '#domain/ticket/events.ts';
import { intents, lifecycle } from '#domain/ticket/lifecycle.ts';
import { ApiError } from '../../api/api-error.ts';
import { type CarryOut, ticketMachine } from './ticket-machine.ts';

const ticketId = '0198a000-0000-7000-8000-000000000001';

const start = (status: (typeof ticketStatuses)[number], carryOut: (input: CarryOut) => Promise<number>) => {
  const machine = ticketMachine.provide({
    actors: { carryOut: fromPromise<number, CarryOut>(({ input }) => carryOut(input)) },
  });
  const actor = createActor(machine, { input: { ticketId, status, position: 10 } });
  actor.start();
  return actor;
};

const never = () => new Promise<number>(() => undefined);

describe('the machine of the open ticket', () => {
  for (const status of ticketStatuses) {
    for (const intent of intents) {
      const transition = lifecycle[status][intent];
      it(`agrees with the lifecycle: ${intent} on ${status} ${transition.kind}`, () => {
        const asked: CarryOut[] = [];
        const actor = start(status, input => {
          asked.push(input);
          return never();
        });
        actor.send({ type: 'ticket.wanted', intent });
        const { value, context } = actor.getSnapshot();
        expect(value).toBe(transition.kind === 'goes' ? 'sending' : 'idle');
        expect(context.refusal?.code).toBe(transition.kind === 'refused' ? transition.code : undefined);
        expect(asked).toEqual(transition.kind === 'goes' ? [{ ticketId, intent, queueId: null }] : []);
      });
    }
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
    await answered;
    await Promise.resolve();
    expect(actor.getSnapshot().value).toBe('confirming');
    actor.send({ type: 'ticket.projected', status: 'pending', position: 14 });
    expect(actor.getSnapshot().value).toBe('confirming');
    actor.send({ type: 'ticket.projected', status: 'open', position: 15 });
    expect(actor.getSnapshot().value).toBe('idle');
  });

  it('keeps the reason of a refusal until it is dismissed', async () => {
    const error = new ApiError({
      status: 409,
      code: 'ERR_TICKET_ALREADY_ACCEPTED',
      details: { userId: 'u' },
    });
    const failed = Promise.reject(error);
    const actor = start('pending', () => failed);
    actor.send({ type: 'ticket.wanted', intent: 'accept' });
    await failed.catch(() => undefined);
    await Promise.resolve();
    expect(actor.getSnapshot().context.refusal).toEqual({
      intent: 'accept',
      code: 'ERR_TICKET_ALREADY_ACCEPTED',
      details: { userId: 'u' },
    });
    actor.send({ type: 'refusal.dismissed' });
    expect(actor.getSnapshot().context.refusal).toBeNull();
  });
});
