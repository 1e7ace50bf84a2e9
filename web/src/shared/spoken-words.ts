import type { MessageView } from '#contracts/views.ts';
import { unsigned } from '#domain/shared/signature.ts';
import { readCards } from '#domain/shared/vcard.ts';
import { unmarked } from './message-format.ts';
import { readPlace } from './place.ts';

type Message = Pick<MessageView, 'body' | 'fromMe'> & { readonly mediaType: MessageView['mediaType'] | null };

/**
 * What a message says, in the line of a list, a quote or a search: without its marks and the name above its words; of
 * cards the names, of a place its words. Empty when there is nothing but a file.
 */
export const spokenWords = ({ body, fromMe, mediaType }: Message): string => {
  if (mediaType === 'vcard' || mediaType === 'contactMessage') {
    return readCards(body)
      .map(({ name }) => name)
      .filter(Boolean)
      .join(', ');
  }
  if (mediaType === 'locationMessage') return readPlace(body)?.words ?? '';
  return unmarked(fromMe ? unsigned(body).words : body);
};
