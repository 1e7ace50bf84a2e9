import { newId } from '#commands/ids.ts';
import { records } from '#domain/records/records.ts';
import type { Harness } from './harness.ts';
import { must, type Office } from './office.ts';
import { recordForm } from './record-form.ts';

type Ids = {
  readonly connectionId: string;
  readonly ticketId: string;
  readonly contactId: string;
  readonly queueId: string;
  /** Whose records are. */
  readonly userId: string;
};
type MadeIds = {
  readonly messageId: string;
  readonly scheduleId: string;
  /** By concept. */
  readonly recordIds: Readonly<Record<string, string>>;
};

/** Lets happen in a company what makes each kind of live frame, but for those of presence and sessions. */
export const everythingHappens = async (
  { commands }: Pick<Harness, 'commands'>,
  office: Office,
  ids: Ids,
): Promise<MadeIds> => {
  const { connectionId, ticketId, contactId, queueId, userId } = ids;
  const recordIds: Record<string, string> = {};
  const tagId = newId();
  const waId = newId();
  const messageId = newId();
  const queue = { name: 'Sigilo', color: '#0000bb', greetingMessage: '', outOfHoursMessage: '' };
  must(await commands.message.queue(office.context(), { messageId, ticketId, body: 'Segredo' }));
  must(await commands.contact.edit(office.context(), { contactId, name: 'Secreta Dias' }));
  must(await commands.queue.change(office.context(), { ...queue, queueId }));
  const option = { queueId, optionId: newId(), parentId: null, title: 'Segredo', message: '' };
  must(await commands.queueMenu.add(office.context(), option));
  must(await commands.company.changeSetting(office.context(), { key: 'call', value: 'disabled' }));
  // An administrator's alone.
  must(await commands.company.changeSetting(office.context(), { key: 'autoCloseHours', value: '12' }));
  for (const record of Object.values(records)) {
    const id = newId();
    recordIds[record.concept] = id;
    const made = { ...recordForm(record), [record.idField]: id, userId };
    must(await commands.anyRecord[record.concept].create(office.context(), made));
  }
  const plan = { contactId, connectionId, body: 'Segredo', localAt: '2099-01-01T09:00', zone: 'UTC' };
  const scheduleId = newId();
  const scheduled = {
    scheduleId,
    ...plan,
    recurrence: 'none' as const,
    signed: false,
    replyToAuthor: false,
  };
  must(await commands.schedule.create(office.context(), scheduled));
  must(await commands.tag.create(office.context(), { tagId, name: 'Segredo', color: '#ff0000' }));
  must(await commands.ticket.tag(office.context(), { ticketId, tagIds: [tagId] }));
  const named = { connectionId: waId, name: 'Secreta', provider: 'simulator' as const };
  must(await commands.connection.create(office.context(), { ...named, isDefault: false, queueIds: [] }));
  const lost = { connectionId: waId, status: 'DISCONNECTED' as const, reason: 'logged-out', number: null };
  must(await commands.connection.recordStatus(office.context(), lost));
  return { messageId, scheduleId, recordIds };
};
