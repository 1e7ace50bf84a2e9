import { keepDraft } from '#commands/contact-import/import-rows.ts';
import { newId } from '#commands/ids.ts';
import { records } from '#domain/records/records.ts';
import type { Harness } from './harness.ts';
import { must, type Office, openOffice } from './office.ts';
import { recordForm } from './record-form.ts';

/** A company in which there is one of everything that calls are about, with a word in all texts. */
export const fullCompany = async (harness: Harness, word = 'Segredo') => {
  const { commands } = harness;
  const office = await openOffice(harness);
  const { companyId } = office;
  const queueId = await office.queue('Vendas', '#00aa00');
  const connectionId = await office.connection([queueId]);
  const { email, userId } = await office.user('Admin', { profile: 'admin', queueIds: [queueId] });
  const { email: attendant } = await office.user('Atendente', { queueIds: [queueId] });
  const contactId = await office.contact(`Secreta ${word}`);
  const ticketId = await office.pending({ contactId, connectionId, queueId });
  const freeContactId = await office.contact(`Livre ${word}`);
  const choosing = { companyId, key: 'connectionType', value: 'enabled' };
  must(await commands.company.changeSetting(office.context(), choosing));
  const [messageId, optionId, tagId, noteId] = [newId(), newId(), newId(), newId()];
  must(await commands.message.queue(office.context(), { messageId, ticketId, body: word }));
  const option = { queueId, optionId, parentId: null, title: word, message: '' };
  must(await commands.queueMenu.add(office.context(), option));
  must(await commands.tag.create(office.context(), { tagId, name: word, color: '#ff0000' }));
  must(await commands.ticket.tag(office.context(), { ticketId, tagIds: [tagId] }));
  must(await commands.ticket.note(office.context(), { ticketId, noteId, note: word }));
  const scheduleId = newId();
  const plan = { contactId, connectionId, body: `${word} agendado`, localAt: '2099-01-31T09:00' };
  const usual = { recurrence: 'monthly' as const, signed: false, replyToAuthor: false };
  const scheduled = { scheduleId, ...plan, zone: 'America/Sao_Paulo', ...usual };
  must(await commands.schedule.create(office.context(), scheduled));
  const whose = { userId, connectionId, word };
  return {
    ...{ companyId, queueId, connectionId, email, attendant, userId, contactId, ticketId, freeContactId },
    ...{ messageId, optionId, tagId, noteId, scheduleId },
    recordIds: await makeRecords(harness, office, whose),
    importId: await startImport(harness, office, whose),
    ...(await makeOutside(harness, office, whose)),
  };
};
export type FullCompany = Awaited<ReturnType<typeof fullCompany>>;

type Whose = { readonly userId: string; readonly connectionId: string; readonly word: string };

/** One of each record; answers their ids by concept. */
const makeRecords = async ({ commands }: Harness, office: Office, { userId, word }: Whose) => {
  const ids: Record<string, string> = {};
  for (const record of Object.values(records)) {
    const id = newId();
    const made = { ...recordForm(record, word), [record.idField]: id, userId };
    must(await commands.anyRecord[record.concept].create(office.context(), made));
    ids[record.concept] = id;
  }
  return ids;
};

const startImport = async (harness: Harness, office: Office, { userId, connectionId, word }: Whose) => {
  const importId = newId();
  const draft = { source: 'list' as const, fileName: '', headings: ['name', 'number'], broken: [] };
  const lines = [{ line: 1, cells: [word, '5511955550001'] }];
  await keepDraft(harness.pool, { ...draft, id: importId, companyId: office.companyId, userId, lines });
  const begin = { importId, source: 'list' as const, rows: 1, connectionId };
  must(await harness.commands.contactImport.start(office.context(), begin));
  return importId;
};

/** What programs outside come with, and are told. */
const makeOutside = async ({ commands }: Harness, office: Office, { word }: Whose) => {
  const [apiKeyId, webhookId] = [newId(), newId()];
  const key = { apiKeyId, name: word, prefix: 'blc_segr', scopes: ['send' as const], expiresAt: null };
  must(await commands.apiKey.create(office.context(), key));
  const url = `https://${word.toLowerCase()}.test/`;
  const hooks = { url, payload: 'thin' as const, description: '', enabled: true };
  const told = { webhookId, events: ['ticket.opened'], connectionIds: null };
  must(await commands.webhook.create(office.context(), { ...hooks, ...told }));
  return { apiKeyId, webhookId };
};
