import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { must, openOffice } from '../testing/office.ts';

let harness: Harness;
let ana: ReturnType<typeof openBrowser>;
let [talk, other, hidden]: string[] = [];
let messageId: string;

beforeAll(async () => {
  harness = await openHarness();
  const office = await openOffice(harness);
  const sales = await office.queue('Vendas', '#00aa00');
  const support = await office.queue('Suporte', '#0000aa');
  const connectionId = await office.connection([sales]);
  const { email } = await office.user('Ana', { queueIds: [sales] });
  const opened = async (queueId: string) =>
    office.pending({ contactId: await office.contact(), connectionId, queueId });
  [talk, other, hidden] = [await opened(sales), await opened(sales), await opened(support)];
  const say = async (ticketId: string, body: string) => {
    const id = crypto.randomUUID();
    must(await harness.commands.message.queue(office.context(), { messageId: id, ticketId, body }));
    return id;
  };
  messageId = await say(talk, 'As solicitações de reembolso');
  await say(hidden, 'Reembolso em segredo');
  await harness.caughtUp();
  ana = openBrowser(harness);
  await ana.login(email);
});
afterAll(() => harness.close());

describe('a search', () => {
  it('answers messages with their tickets, those in sight', async () => {
    const { status, body } = await ana.get('messages/search?searchParam=reembolso');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      found: [{ message: { id: messageId, ticketId: talk }, ticket: { id: talk } }],
      hasMore: false,
      nextCursor: null,
    });
    expect(body.found).toHaveLength(1);
  });

  it('wants two characters', async () => {
    expect((await ana.get('messages/search?searchParam=r')).status).toBe(400);
  });
});

describe('a conversation around a message', () => {
  it('has the message, and says that it ends with the newest', async () => {
    const { body } = await ana.get(`messages/${talk}?around=${messageId}`);
    expect(body).toMatchObject({ messages: [{ id: messageId }], newerCursor: null, nextCursor: null });
  });

  it('is refused where the message is of another ticket, and first where the ticket is not in sight', async () => {
    const { status, body } = await ana.get(`messages/${other}?around=${messageId}`);
    expect({ status, error: body.error }).toEqual({ status: 404, error: 'ERR_NO_MESSAGE_FOUND' });
    expect((await ana.get(`messages/${hidden}?around=${messageId}`)).body.error).toBe('ERR_NO_PERMISSION');
  });
});
