import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waIdOf } from '#commands/message/wa-id.ts';
import type { Connector } from '../connector.ts';
import { all, type Conversation, historyOf, openAttendant } from '../testing/attendant.ts';
import { ANA, BOB, type Office, ofType, openOffice, PHONE } from '../testing/office.ts';

const NOBODY = '5511900000001';

describe('a message on its way to WhatsApp', () => {
  let office: Office;
  let connector: Connector;
  let ana: Conversation;
  let bob: Conversation;
  const start = () => office.startConnector({ sending: { answerWithinMs: 300 } });
  const connected = () => office.untilSession(row => row.status === 'CONNECTED');

  beforeAll(async () => {
    office = await openOffice();
    connector = await start();
    await office.pair();
    const attendant = openAttendant(office);
    ana = await attendant.open({ number: ANA, name: 'Ana' });
    bob = await attendant.open({ number: BOB, name: 'Bob' });
  });
  afterEach(async () => {
    await office.simulator.remove('/faults');
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  const faults = (set: object) => office.simulator.post('/faults', set);
  const until = async (type: Parameters<typeof ofType>[1], messageId: string) =>
    historyOf(await office.until(`${type} of ${messageId}`, all([type], [messageId])), messageId);
  /** Here WhatsApp has so little time to answer that a slow machine may bring doubt. */
  const isCertain = (type: string) => type !== 'MessageUnconfirmed';
  const shown = async (contact: string, messageId: string) =>
    (await office.simulator.shown(contact, PHONE)).filter(({ id }) => id === waIdOf(messageId));

  it.each(['463', '479'])(
    'that was refused (%s) is never shown as sent, and goes out when asked',
    async code => {
      await faults({ ackError: code });
      const messageId = await ana.say(`recusada ${code}`);
      const failed = await until('MessageFailed', messageId);
      expect(failed.filter(isCertain)).toEqual(['MessageQueued', 'MessageFailed']);
      await office.simulator.remove('/faults');
      await ana.retry(messageId);
      const history = (await until('MessageSent', messageId)).filter(isCertain);
      expect(history.slice(2, 4)).toEqual(['MessageRetried', 'MessageSent']);
      expect(await shown(ANA, messageId)).toHaveLength(1);
    },
  );

  it('fails each time it is refused, with the newest reason', async () => {
    await faults({ ackError: '463' });
    const messageId = await ana.say('duas vezes');
    await until('MessageFailed', messageId);
    await faults({ ackError: '421' });
    await ana.retry(messageId);
    const events = await office.until(
      'the second failure',
      found => ofType(found, 'MessageFailed').filter(({ data }) => data.messageId === messageId).length === 2,
    );
    const reasons = ofType(events, 'MessageFailed').filter(({ data }) => data.messageId === messageId);
    expect(reasons.map(({ data }) => data.reason)).toEqual(['WhatsApp 463', 'WhatsApp 421']);
  });

  it('is in doubt while WhatsApp does not answer, and shown once however often it is sent', async () => {
    await faults({ dropNextAcks: 2, dropReceipts: true });
    const messageId = await ana.say('sem resposta');
    expect(await until('MessageSent', messageId)).toEqual([
      'MessageQueued',
      'MessageUnconfirmed',
      'MessageSent',
    ]);
    expect(await shown(ANA, messageId)).toHaveLength(1);
  });

  it('fails when WhatsApp never answers, and is sent after all when it does', async () => {
    await faults({ dropAcks: true, dropReceipts: true });
    const messageId = await bob.say('silêncio');
    const history = await until('MessageFailed', messageId);
    expect(history).toEqual(['MessageQueued', 'MessageUnconfirmed', 'MessageFailed']);
    await faults({ dropAcks: false, dropReceipts: true });
    await bob.retry(messageId);
    await until('MessageSent', messageId);
    expect(await shown(BOB, messageId)).toHaveLength(1);
  });

  it('has arrived when the phone says so, though WhatsApp never took it in words', async () => {
    await faults({ dropAcks: true });
    const messageId = await bob.say('entregue sem aviso');
    const history = await until('MessageDelivered', messageId);
    expect(history).not.toContain('MessageFailed');
  });

  it('to a number that is not on WhatsApp fails with its code', async () => {
    const nobody = await openAttendant(office).open({ number: NOBODY, name: 'Ninguém' });
    const messageId = await nobody.say('alô?');
    const events = await office.until('failure', all(['MessageFailed'], [messageId]));
    expect(ofType(events, 'MessageFailed').at(-1)?.data.reason).toBe('ERR_WAPP_INVALID_CONTACT');
  });

  it('to a number that left WhatsApp fails with the same code, and is sent once it is back', async () => {
    await office.simulator.put(`/contacts/${BOB}/policy`, { registered: false });
    const messageId = await bob.say('mudou de número?');
    const events = await office.until('failure', all(['MessageFailed'], [messageId]));
    expect(ofType(events, 'MessageFailed').at(-1)?.data.reason).toBe('ERR_WAPP_INVALID_CONTACT');
    await office.simulator.put(`/contacts/${BOB}/policy`, { registered: true });
    await bob.retry(messageId);
    await until('MessageSent', messageId);
  });

  it('to a phone that is off is sent and not delivered, until the phone is on', async () => {
    await office.simulator.put(`/contacts/${BOB}/policy`, { deliver: false });
    const messageId = await bob.say('desligado');
    expect(await until('MessageSent', messageId)).toEqual(['MessageQueued', 'MessageSent']);
    await office.simulator.put(`/contacts/${BOB}/policy`, { deliver: true });
    await until('MessageDelivered', messageId);
  });

  it('to somebody who blocked the company is sent and never delivered', async () => {
    await office.simulator.post(`/contacts/${BOB}/blocks`, { number: PHONE, on: true });
    const messageId = await bob.say('bloqueada');
    expect(await until('MessageSent', messageId)).toEqual(['MessageQueued', 'MessageSent']);
    expect(await shown(BOB, messageId)).toEqual([]);
    await office.simulator.post(`/contacts/${BOB}/blocks`, { number: PHONE, on: false });
  });

  it('waits while the connection is down, and goes out in order, once', { timeout: 60_000 }, async () => {
    const said: string[] = [];
    const round = async (name: string) => {
      for (let count = 0; count < 15; count += 1) {
        said.push(await ana.say(`${name} ${count}`));
        said.push(await bob.say(`${name} ${count}`));
      }
    };
    await round('antes');
    await faults({ refuseLogin: 503, closeWith: 'cut' });
    await round('durante');
    await office.untilFollowed();
    const states = await office.pool.query(
      `select count(*)::int as waiting from connector.outbox where state in ('queued', 'sending')`,
    );
    expect(states.rows[0]?.waiting).toBeGreaterThanOrEqual(30);
    await office.simulator.remove('/faults');
    await connected();
    await round('depois');
    await office.until('all', all(['MessageSent', 'MessageDelivered'], said));
    for (const contact of [ANA, BOB]) {
      const texts = (await office.simulator.shown(contact, PHONE)).map(({ text }) => text);
      const ours = texts.filter(text => /^(antes|durante|depois) \d+$/.test(text));
      const wanted = ['antes', 'durante', 'depois'].flatMap(name =>
        Array.from({ length: 15 }, (_, count) => `${name} ${count}`),
      );
      expect(ours).toEqual(wanted);
    }
  });
});
