import type { TicketView } from '#contracts/views.ts';

const uuid = (last: number): string => `0198a000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const minute = (n: number): string => `2026-11-21T10:${String(n).padStart(2, '0')}:00.000Z`;
const sales = uuid(10);

/** The n-th ticket of a company as of a log position: pending in sales, unless said otherwise. */
export const ticketAt = (n: number, position: number, change: Partial<TicketView> = {}): TicketView => ({
  id: uuid(100 + n),
  uuid: uuid(100 + n),
  number: n,
  status: 'pending',
  channel: 'whatsapp',
  queueId: sales,
  queue: { id: sales, name: 'Vendas', color: '#0a0' },
  contactId: uuid(200 + n),
  contact: {
    id: uuid(200 + n),
    name: `Contact ${n}`,
    number: '5511999990000',
    profilePicUrl: null,
    isGroup: false,
  },
  userId: null,
  user: null,
  whatsappId: uuid(3),
  whatsapp: null,
  isGroup: false,
  chatbot: false,
  menu: null,
  limited: false,
  tags: [],
  lastMessage: 'Oi',
  lastMessageType: 'text',
  lastMessageFromMe: false,
  lastMessageAt: minute(n),
  unreadMessages: 1,
  createdAt: minute(0),
  updatedAt: minute(n),
  activeAt: minute(n),
  revision: 1,
  position,
  ...change,
});
