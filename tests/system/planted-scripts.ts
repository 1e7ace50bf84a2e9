import type { Caller } from './api.ts';

/** Where it became an element of a page, and was run. */
export const planted = '<img src=x onerror=harmed=1>';
export const plantedNumber = '5511933330099';
export const harm = 'document.querySelectorAll("[src=x], [onerror]").length + Number("harmed" in window)';

/** Puts a script into every kind of text that somebody of a company may write; answers how each was answered. */
export const plantScripts = async (admin: Caller, ticketId: string): Promise<readonly [string, number][]> => {
  const answers: [string, number][] = [];
  const send = async (method: 'POST' | 'PUT', path: string, body: object): Promise<{ id: string }> => {
    const answer = await admin.call<{ id: string }>(method, path, { body });
    answers.push([`${method} ${path}`, answer.status]);
    return answer.body;
  };
  const texts = { greetingMessage: planted, outOfHoursMessage: planted };
  const plain = { queueId: null, connectionId: null, attendantId: null, tagId: null };
  const asked = { startKind: 'opened', endKind: 'closed', clock: 'calendar', grouping: 'none', ...plain };
  const { id: contactId } = await send('POST', '/contacts', { name: planted, number: plantedNumber });
  const { id: queueId } = await send('POST', '/queue', { name: planted, color: '#123456', ...texts });
  const { id: tagId } = await send('POST', '/tags', { name: planted, color: '#654321' });
  await send('POST', '/tags/sync', { ticketId, tags: [{ id: tagId }] });
  await send('POST', '/queue-options', { queueId, parentId: -1, title: planted, message: planted });
  await send('POST', '/quick-messages', { shortcode: planted, message: planted, shared: true });
  await send('POST', '/questions', { name: planted, ...asked });
  await send('POST', '/api-keys', { name: planted, scopes: ['read'] });
  const someone = {
    name: planted,
    email: 'planted@demo.local',
    profile: 'user',
    password: 'segredo-planted',
  };
  await send('POST', '/users', someone);
  await send('POST', '/ticket-notes', { ticketId, note: planted });
  await send('POST', `/messages/${ticketId}`, { body: planted });
  await send('PUT', '/settings/texts/autoClose', { text: planted });
  const later = { contactId, body: planted, sendAt: '2099-01-31T09:00', zone: 'America/Sao_Paulo' };
  await send('POST', '/schedules', { ...later, signature: false });
  const rows = [{ name: planted, number: '5511933330098' }];
  await send('POST', '/contacts/import/file', { contacts: rows });
  return answers;
};
