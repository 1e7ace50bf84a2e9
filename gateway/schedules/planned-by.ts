import type { z } from 'zod';
import type { ScheduleInput } from '#commands/schedule/schedule-commands.ts';
import type { scheduleBody } from '#contracts/schedules.ts';
import { isLivingSchedule, type Plan, type Schedule } from '#domain/schedule/schedule.ts';
import { isTimeZone } from '#domain/shared/calendar.ts';
import { worksOn } from '#domain/ticket/visibility.ts';
import { listConnections } from '#projections/inbox/queries/records.ts';
import { isOthersContact } from '#projections/inbox/queries/schedules.ts';
import { type Caller, viewerOf } from '../auth/callers.ts';
import { zoneOf } from '../company/settings.ts';
import { refuse } from '../errors/refusal.ts';
import type { Gateway } from '../gateway.ts';

/** @throws ERR_NO_PERMISSION for one of somebody else's and of a contact out of this caller's sight. */
export const scheduleInSight = async (gateway: Gateway, caller: Caller, id: string): Promise<Schedule> => {
  const { user } = caller;
  const state = await gateway.commands.schedule.read(user.companyId, id);
  if (!isLivingSchedule(state) || state.userId === user.id) return state;
  await checkContact(gateway, caller, state.plan.contactId);
  return state;
};

const checkContact = async ({ tenants }: Gateway, { user }: Caller, contactId: string): Promise<void> => {
  if (await tenants.read(user.companyId, db => isOthersContact(db, viewerOf(user), contactId)))
    throw refuse('ERR_NO_PERMISSION', { action: 'ticket.seeAny', contactId });
};

/**
 * What a form asks for, with what it leaves out: the former connection, else the company's default where the caller
 * works on it, else their first; the former zone, else the company's. @throws ERR_NO_PERMISSION, ERR_NO_DEF_WAPP_FOUND,
 * ERR_VALIDATION for a zone that is none.
 */
export const plannedBy = async (
  gateway: Gateway,
  caller: Caller,
  form: z.output<typeof scheduleBody>,
  former?: Plan,
): Promise<Omit<ScheduleInput, 'scheduleId'>> => {
  const { contactId, body, sendAt: localAt, recurrence, signature: signed, replyToAuthor } = form;
  if (contactId !== former?.contactId) await checkContact(gateway, caller, contactId);
  const zone = form.zone ?? former?.zone ?? zoneOf(caller.user);
  if (!isTimeZone(zone)) throw refuse('ERR_VALIDATION', { field: 'zone' });
  const connectionId = form.whatsappId ?? former?.connectionId ?? (await usualConnection(gateway, caller));
  return { contactId, connectionId, body, localAt, zone, recurrence, signed, replyToAuthor };
};

const usualConnection = async ({ tenants }: Gateway, { user }: Caller): Promise<string> => {
  const viewer = viewerOf(user);
  const all = await tenants.read(user.companyId, listConnections);
  const own = all.filter(({ id }) => worksOn(viewer, id));
  const usual = own.find(({ isDefault }) => isDefault) ?? own[0];
  if (!usual) throw refuse('ERR_NO_DEF_WAPP_FOUND');
  return usual.id;
};
