import type { InboxStory } from './inbox-story.ts';
import { company } from './story.ts';

type Change = { readonly companyId?: string; readonly userId?: string | null };

/** Somebody makes a key for a shop, which sends a message with it. */
export const tellOutside = ({ tell, id }: InboxStory, word: string, change: Change = {}): void => {
  const { companyId = company, userId = null } = change;
  const apiKeyId = id('shop');
  const key = {
    apiKeyId,
    name: 'Loja',
    prefix: 'blc_4fQz',
    scopes: ['send' as const],
    expiresAt: null,
    userId,
  };
  tell('apikey', apiKeyId, { type: 'ApiKeyCreated', data: key }, companyId);
  const place = { ticketId: id('talk'), contactId: id('contact'), connectionId: id('connection') };
  const content = { body: word, mediaType: 'text' as const, quotedMessageId: null };
  const data = { messageId: id(word), ...place, ...content, waId: word, userId: null };
  const queued = {
    ...data,
    sentAt: '2026-01-05T12:00:00.000Z',
    automatic: 'api' as const,
    externalId: 'p 1',
  };
  tell('message', id(word), { type: 'MessageQueued', data: queued }, companyId, {
    ...{ kind: 'token', id: apiKeyId },
  });
};
