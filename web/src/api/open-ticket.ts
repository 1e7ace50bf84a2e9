import type { z } from 'zod';
import { openTicketAnswer, type openTicketBody } from '#contracts/http.ts';
import { call } from './http.ts';

/** Opens a ticket with a contact; answers its id and the log position at which it can be read. */
export const openTicket = async (
  body: z.input<typeof openTicketBody>,
  commandId: string,
): Promise<{ readonly id: string; readonly position: number }> => {
  const schema = openTicketAnswer;
  const { data, position } = await call({ method: 'POST', path: '/tickets', body, commandId, schema });
  return { id: data.uuid, position };
};
