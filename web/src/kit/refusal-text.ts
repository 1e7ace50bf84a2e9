import i18next from 'i18next';
import type { TicketView } from '#contracts/views.ts';
import { fetchUserNames } from '../api/users.ts';
import { ApiError } from '../shared/api-error.ts';
import { clockTime } from '../shared/formats.ts';
import { errorText } from '../shared/show-error.ts';

/** Why a ticket could not be had, with the name of who has it where that is the reason. */
export const refusalText = async (
  error: unknown,
  now: () => Promise<TicketView | undefined>,
): Promise<string> => {
  if (!(error instanceof ApiError) || error.code !== 'ERR_TICKET_ALREADY_ACCEPTED') return errorText(error);
  const ticket = await now().catch(() => undefined);
  const userId = String(error.details.userId ?? ticket?.userId ?? '');
  const name = ticket?.user?.id === userId ? ticket.user.name : await nameOf(userId);
  if (!name) return errorText(error);
  const time = clockTime(ticket?.updatedAt ?? new Date().toISOString(), i18next.language);
  return i18next.t('tickets.acceptedBy', { name, time });
};

const nameOf = async (userId: string): Promise<string | undefined> => {
  const users = await fetchUserNames().catch(() => []);
  return users.find(user => user.id === userId)?.name;
};
