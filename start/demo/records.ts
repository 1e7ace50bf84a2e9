import { deriveId } from '#eventstore/event-id.ts';

/** What the demo company consists of. Ids are derived, so that seeding again after a crash goes on where it was. */
const idOf = (...parts: string[]): string => deriveId('demo', ...parts);

export const companyId = idOf('company');
export const companyName = 'Demonstração';

export const queues = {
  vendas: { queueId: idOf('queue', 'vendas'), name: 'Vendas', color: '#2f9e44' },
  suporte: { queueId: idOf('queue', 'suporte'), name: 'Suporte', color: '#1c7ed6' },
} as const;

export const users = {
  admin: {
    userId: idOf('user', 'admin'),
    name: 'Administração',
    email: 'admin@demo.local',
    profile: 'admin',
    superAdmin: true,
    queueIds: [queues.vendas.queueId, queues.suporte.queueId],
  },
  ana: {
    userId: idOf('user', 'ana'),
    name: 'Ana',
    email: 'ana@demo.local',
    profile: 'user',
    superAdmin: false,
    queueIds: [queues.vendas.queueId, queues.suporte.queueId],
  },
  bruno: {
    userId: idOf('user', 'bruno'),
    name: 'Bruno',
    email: 'bruno@demo.local',
    profile: 'user',
    superAdmin: false,
    queueIds: [queues.vendas.queueId, queues.suporte.queueId],
  },
} as const;
export type DemoUser = (typeof users)[keyof typeof users];

export const connectionId = idOf('connection');
export const connectionName = 'Loja Centro';
/** The company's own simulated phone. */
export const phone = { number: '5511999990000', name: 'Demonstração' };

export const contacts = {
  carla: contact('Carla Souza', '5511988880001', queues.vendas.queueId),
  diego: contact('Diego Martins', '5521977770002', queues.suporte.queueId),
  elisa: contact('Elisa Prado', '5531966660003', queues.vendas.queueId),
  fabio: contact('Fábio Nogueira', '5541955550004', queues.suporte.queueId),
} as const;
export type DemoContact = ReturnType<typeof contact>;

function contact(name: string, number: string, queueId: string) {
  return { contactId: idOf('contact', number), name, number, queueId };
}

/** Whom the company's phone has in its address book: some who have written, some who have not yet. */
export const addressBook = [
  { number: contacts.carla.number, name: 'Carla (cafeteira)' },
  { number: contacts.fabio.number, name: 'Fábio Nogueira' },
  { number: '5551977770011', name: 'Conceição Araújo' },
  { number: '5561966660012', name: 'João Batista – entregas' },
  { number: '5571955550013', name: 'Padaria Pão de Açúcar, Dona Ângela' },
  {
    number: '5585944440014',
    name: 'Maria Aparecida dos Santos Albuquerque de Oliveira e Silva (síndica do Edifício São Sebastião)',
  },
  { number: '595981230015', name: 'José Benítez, importação' },
] as const;

export const commandId = (...parts: string[]): string => idOf('command', ...parts);
export const messageId = (...parts: string[]): string => idOf('message', ...parts);
