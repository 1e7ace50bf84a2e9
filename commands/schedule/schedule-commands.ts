import type { Action } from '#domain/access/table.ts';
import * as rules from '#domain/schedule/decide.ts';
import type { ScheduledFile, ScheduleEvent } from '#domain/schedule/events.ts';
import { isLivingSchedule, type Plan, type Schedule } from '#domain/schedule/schedule.ts';
import { type Decision, isRejection, type Rejection, reject } from '#domain/shared/decision.ts';
import { worksOn } from '#domain/ticket/visibility.ts';
import { deriveId } from '#eventstore/event-id.ts';
import { shownContact } from '../contact/shown-contact.ts';
import type { Accepted, CommandContext, Outcome } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import { activeTicket, deliveryOf } from './delivery.ts';

type OfSchedule = { readonly scheduleId: string };
type OfMessage = OfSchedule & { readonly messageId: string };
export type ScheduleInput = OfSchedule & Omit<Plan, 'file'>;
/** `before` is as it was when this was decided; undefined where the command had been carried out before. */
export type ScheduleOutcome =
  | Rejection
  | (Accepted & { readonly state: Schedule; readonly before: Schedule | undefined });
type Rule = (state: Schedule) => Decision<ScheduleEvent>;

/** The commands on scheduled messages. Those that record are quiet when it is so already, or matters no more. */
export const scheduleCommands = (deps: CommandDeps) => {
  const states = deps.states.schedule;
  const run = async (
    context: CommandContext,
    id: string,
    action: Action,
    decide: Rule,
  ): Promise<ScheduleOutcome> => {
    let before: Schedule | undefined;
    const { outcome, state } = await handle(context, {
      ...{ states, id, action },
      decide: given => {
        before = given;
        return decide(given);
      },
    });
    return isRejection(outcome) ? outcome : { ...outcome, state, before };
  };
  const record =
    <Input extends OfSchedule>(rule: (input: Input, state: Schedule) => Decision<ScheduleEvent>) =>
    (context: CommandContext, input: Input): Promise<Outcome> =>
      run(context, input.scheduleId, 'schedule.send', state => rule(input, state));
  const messageIdOf =
    ({ scheduleId }: OfSchedule): rules.MessageIdOf =>
    (localAt, attempt) =>
      deriveId('scheduled-message', scheduleId, localAt, String(attempt));
  const waysOf = async (companyId: string, scheduleId: string): Promise<rules.Ways> => {
    const { state } = await states.fresh(states.stream(companyId, scheduleId));
    return isLivingSchedule(state)
      ? waysTo(deps, companyId, state.plan)
      : { gone: null, isConnected: false, contactId: '', isAttended: false };
  };

  return {
    /** As the log says. */
    read: async (companyId: string, scheduleId: string): Promise<Schedule> =>
      (await states.fresh(states.stream(companyId, scheduleId))).state,
    /** ERR_NO_CONTACT_FOUND, ERR_NO_WAPP_FOUND, and ERR_VALIDATION with the field: groups are no contact for this. */
    create: async (context: CommandContext, input: ScheduleInput): Promise<ScheduleOutcome> => {
      const refused = await refusedPlace(deps, context, input);
      if (refused) return refused;
      const userId = context.principal?.userId ?? null;
      const command = { ...input, userId, at: context.at };
      return run(context, input.scheduleId, 'schedule.create', state => rules.createSchedule(command, state));
    },
    change: async (context: CommandContext, input: ScheduleInput): Promise<ScheduleOutcome> => {
      const refused = await refusedPlace(deps, context, input);
      if (refused) return refused;
      const command = { ...input, at: context.at };
      return run(context, input.scheduleId, 'schedule.change', state => rules.changeSchedule(command, state));
    },
    attach: (context: CommandContext, input: OfSchedule & { readonly file: ScheduledFile | null }) =>
      run(context, input.scheduleId, 'schedule.change', state => rules.attachFile(input, state)),
    cancel: (context: CommandContext, input: OfSchedule) =>
      run(context, input.scheduleId, 'schedule.change', state => rules.cancelSchedule(input, state)),
    remove: (context: CommandContext, input: OfSchedule) =>
      run(context, input.scheduleId, 'schedule.remove', state => rules.removeSchedule(input, state)),
    /** Sends it now, or once more. Refused while its connection is away, with ERR_WAPP_NOT_INITIALIZED. */
    sendNow: async (context: CommandContext, input: OfSchedule): Promise<ScheduleOutcome> => {
      const ways = await waysOf(context.companyId, input.scheduleId);
      const command = { ...input, at: context.at, ways, messageIdOf: messageIdOf(input) };
      return run(context, input.scheduleId, 'schedule.change', state => rules.sendNow(command, state));
    },
    /** Its time `localAt` has come: see `beginSending`. */
    begin: async (context: CommandContext, input: OfSchedule & { readonly localAt: string }) => {
      const ways = await waysOf(context.companyId, input.scheduleId);
      const command = { ...input, at: context.at, ways, messageIdOf: messageIdOf(input) };
      return run(context, input.scheduleId, 'schedule.send', state => rules.beginSending(command, state));
    },
    /** What is to be sent and has not been: see `deliveryOf`. */
    delivery: deliveryOf(deps),
    recordSent: record<OfMessage>(rules.recordSent),
    recordFailed: record<OfMessage & { readonly reason: string }>(rules.recordFailed),
    /** What it needs is gone. */
    void: record<OfSchedule & { readonly reason: string }>(rules.voidSchedule),
  };
};

type Place = Pick<Plan, 'contactId' | 'connectionId'>;

const placeOf = async (deps: CommandDeps, companyId: string, { contactId, connectionId }: Place) => {
  const { connection } = deps.states;
  const [{ contactId: shownId, folded }, over] = await Promise.all([
    shownContact(deps, companyId, contactId),
    connection.fresh(connection.stream(companyId, connectionId)),
  ]);
  return { contactId: shownId, contact: folded.state, connection: over.state };
};

const refusedPlace = async (
  deps: CommandDeps,
  { companyId, principal }: CommandContext,
  place: Place,
): Promise<Rejection | undefined> => {
  const { connectionId } = place;
  if (principal && !worksOn(principal, connectionId)) return reject('ERR_NO_PERMISSION', { connectionId });
  const { contact, connection } = await placeOf(deps, companyId, place);
  if (contact.status !== 'active') return reject('ERR_NO_CONTACT_FOUND', { contactId: place.contactId });
  if (contact.isGroup) return reject('ERR_VALIDATION', { field: 'contactId' });
  if (connection.status !== 'active') return reject('ERR_NO_WAPP_FOUND', { whatsappId: connectionId });
  return undefined;
};

const waysTo = async (
  deps: CommandDeps,
  companyId: string,
  place: Place & Pick<Plan, 'replyToAuthor'>,
): Promise<rules.Ways> => {
  const { contactId, contact, connection } = await placeOf(deps, companyId, place);
  const { connectionId, replyToAuthor } = place;
  const ticket = replyToAuthor ? await activeTicket(deps, companyId, { contactId, connectionId }) : undefined;
  return {
    gone: contact.status !== 'active' ? 'contact' : connection.status === 'active' ? null : 'connection',
    isConnected: connection.status === 'active' && connection.session === 'CONNECTED',
    ...{ contactId, isAttended: ticket?.isAttended ?? false },
  };
};
