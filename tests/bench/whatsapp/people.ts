import type { SimulatorClient } from '#simulator/testing/simulator-client.ts';
import { inFlight } from '../measure.ts';

/** Company phones: the connector's, and the one of the bare library that it is compared with. */
export const ourPhone = '5511999990000';
export const barePhone = '5511999990001';

const contactCount = 50;
export const contacts = Array.from({ length: contactCount }, (_, n) => String(5521900000000 + n));

/** Twenty people, the company among them. */
const others = contacts.slice(0, 19);

export type Group = { readonly jid: string; readonly members: readonly string[] };

export const addPeople = async (simulator: SimulatorClient): Promise<void> => {
  for (const number of [ourPhone, barePhone]) await simulator.post('/phones', { number, name: 'Acme' });
  for (const [n, number] of contacts.entries())
    await simulator.post('/contacts', { number, name: `Contato ${n}`, lid: String(20_000_000_000_000 + n) });
};

/** A group of twenty that one company's phone is in. */
export const addGroup = async (simulator: SimulatorClient, phone: string): Promise<Group> => {
  const members = [...others.slice(0, 1), phone, ...others.slice(1)];
  const { jid } = await simulator.post<{ jid: string }>('/groups', { subject: `Grupo ${phone}`, members });
  return { jid, members: others };
};

/** Contacts write in turn, eight at a time; to a company's phone, or to a group. */
export const write = async (
  simulator: SimulatorClient,
  total: number,
  to: { readonly phone: string } | Group,
): Promise<void> => {
  const writers = 'jid' in to ? to.members : contacts;
  const where = 'jid' in to ? { group: to.jid } : { to: to.phone };
  await inFlight(total, 8, index =>
    simulator.write(writers[index % writers.length] ?? '', { ...where, text: `Olá, pedido ${index}` }),
  );
};
