import type { TicketView } from '#contracts/views.ts';
import type { Product } from '../../system/product.ts';
import type { Crowded } from './company.ts';

/** A ticket as the server has it. */
export const ticketNow = async (
  { url }: Product,
  { admin }: Crowded,
  ticketId: string,
): Promise<TicketView> => {
  const headers = { authorization: `Bearer ${admin.token}` };
  const answer = await fetch(`${url}/api/tickets/${ticketId}`, { headers });
  if (answer.status !== 200) throw new Error(`a ticket answered ${answer.status}`);
  return (await answer.json()) as TicketView;
};

/** The tickets of each company, as the server has them. */
export const truthOf = async (
  product: Product,
  companies: readonly Crowded[],
): Promise<readonly (readonly TicketView[])[]> => {
  const all: (readonly TicketView[])[] = [];
  for (const company of companies)
    all.push(await Promise.all(company.ticketIds.map(id => ticketNow(product, company, id))));
  return all;
};

/** Whether the tickets and the people of all companies have come to the read models. */
export const areKnown = async ({ url }: Product, companies: readonly Crowded[]): Promise<boolean> => {
  const isAnswered = async (path: string, token: string | undefined) => {
    const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    return answer.status === 200;
  };
  for (const { admin, tokens, ticketIds } of companies)
    if (
      !(await isAnswered(`/tickets/${ticketIds.at(-1)}`, admin.token)) ||
      !(await isAnswered('/live', tokens.at(-1)))
    )
      return false;
  return true;
};
