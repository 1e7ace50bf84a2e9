import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waIdOf } from '#commands/message/wa-id.ts';
import type { Shown } from '#simulator/testing/simulator-client.ts';
import type { Connector } from '../connector.ts';
import { all, type Conversation, historyOf, openAttendant } from '../testing/attendant.ts';
import { ANA, type Office, ofType, openOffice, PHONE } from '../testing/office.ts';

describe('what an attendant does to a message', () => {
  let office: Office;
  let connector: Connector;
  let ana: Conversation;
  const start = () => office.startConnector({ sending: { answerWithinMs: 300 } });

  beforeAll(async () => {
    office = await openOffice();
    connector = await start();
    await office.pair();
    ana = await openAttendant(office).open({ number: ANA, name: 'Ana' });
  });
  afterEach(async () => {
    await office.simulator.remove('/faults');
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  const sent = async (body: string) => {
    const messageId = await ana.say(body);
    await office.until(`${body} sent`, all(['MessageSent', 'MessageDelivered'], [messageId]));
    return messageId;
  };
  const onPhone = async (waId: string, fits: (message: Shown) => boolean) =>
    (
      await office.simulator.untilShown(ANA, PHONE, messages =>
        messages.some(message => message.id === waId && fits(message)),
      )
    ).filter(({ id }) => id === waId);
  const done = (changeId: string) =>
    office.until(`change ${changeId}`, events =>
      events.some(
        event =>
          (event.type === 'MessageEdited' ||
            event.type === 'MessageDeleted' ||
            event.type === 'MessageReacted' ||
            event.type === 'MessageChangeRefused') &&
          event.data.changeId === changeId,
      ),
    );
  const writes = async (text: string) => {
    const waId = await office.simulator.write(ANA, { to: PHONE, text });
    const events = await office.until(text, found =>
      ofType(found, 'MessageReceived').some(({ data }) => data.waKey.id === waId),
    );
    const message = ofType(events, 'MessageReceived').find(({ data }) => data.waKey.id === waId);
    return { waId, messageId: message?.data.messageId ?? '' };
  };

  it('edits it on the phone, and is edited here when WhatsApp has taken it', async () => {
    const messageId = await sent('As nev');
    const events = await done(await ana.edit(messageId, 'Às nove'));
    expect(ofType(events, 'MessageEdited').at(-1)?.data).toMatchObject({ messageId, body: 'Às nove' });
    const [message] = await onPhone(waIdOf(messageId), ({ edited }) => edited);
    expect(message).toMatchObject({ text: 'Às nove' });
  });

  it('deletes it for everyone', async () => {
    const messageId = await sent('Engano');
    await done(await ana.remove(messageId));
    await onPhone(waIdOf(messageId), ({ revoked }) => revoked);
  });

  it('reacts to what the contact wrote, changes its mind, and takes it back', async () => {
    const { waId, messageId } = await writes('Obrigada!');
    for (const emoji of ['👍', '❤️']) {
      await done(await ana.react(messageId, emoji));
      const [message] = await onPhone(waId, ({ reactions }) => reactions.some(each => each.emoji === emoji));
      expect(message?.reactions).toHaveLength(1);
    }
    await done(await ana.react(messageId, ''));
    await onPhone(waId, ({ reactions }) => reactions.length === 0);
  });

  it('reacts to an own message, and quotes', async () => {
    const messageId = await sent('Combinado');
    await done(await ana.react(messageId, '🙏'));
    await onPhone(waIdOf(messageId), ({ reactions }) => reactions.length === 1);
    const answer = await ana.say('Como disse', { quotedMessageId: messageId });
    await onPhone(waIdOf(answer), ({ quoted }) => quoted === waIdOf(messageId));
  });

  it('is refused when WhatsApp refuses it: the message stays what it was, and the next try counts', async () => {
    const messageId = await sent('Preço: 10');
    await office.simulator.post('/faults', { ackError: '479', ackErrorTimes: 1 });
    const events = await done(await ana.edit(messageId, 'Preço: 12'));
    expect(ofType(events, 'MessageChangeRefused').at(-1)?.data.reason).toBe('WhatsApp 479');
    expect(await onPhone(waIdOf(messageId), () => true)).toMatchObject([{ text: 'Preço: 10' }]);
    await done(await ana.edit(messageId, 'Preço: 12'));
    await onPhone(waIdOf(messageId), ({ text }) => text === 'Preço: 12');
  });

  it('is sent again under its id until WhatsApp answers', async () => {
    const messageId = await sent('De novo');
    await office.simulator.post('/faults', { dropNextAcks: 2 });
    const events = await done(await ana.edit(messageId, 'Outra vez'));
    expect(ofType(events, 'MessageEdited').filter(({ data }) => data.messageId === messageId)).toHaveLength(
      1,
    );
  });

  it('comes after the message itself and in its own order, when all waited for the connection', async () => {
    await connector.stop();
    const messageId = await ana.say('um');
    await ana.edit(messageId, 'dois');
    await ana.react(messageId, '👍');
    const last = await ana.edit(messageId, 'três');
    const other = await ana.say('depois');
    connector = await start();
    const events = await done(last);
    const history = historyOf(events, messageId).filter(type => !type.endsWith('Delivered'));
    expect(history).toEqual([
      ...['MessageQueued', 'MessageEditRequested', 'MessageReactionRequested', 'MessageEditRequested'],
      ...['MessageSent', 'MessageEdited', 'MessageReacted', 'MessageEdited'],
    ]);
    await onPhone(waIdOf(messageId), ({ text, reactions }) => text === 'três' && reactions.length === 1);
    await onPhone(waIdOf(other), () => true);
  });

  it('deletes what has not gone out yet without its ever going out', async () => {
    await connector.stop();
    const messageId = await ana.say('segredo');
    const change = await ana.remove(messageId);
    const other = await ana.say('público');
    connector = await start();
    const events = await done(change);
    expect(historyOf(events, messageId)).toEqual([
      ...['MessageQueued', 'MessageDeletionRequested', 'MessageDeleted'],
    ]);
    await onPhone(waIdOf(other), () => true);
    expect((await office.simulator.shown(ANA, PHONE)).some(({ id }) => id === waIdOf(messageId))).toBe(false);
  });

  it('of a message that failed is refused, but for its deletion', async () => {
    await connector.stop();
    const messageId = await ana.say('falha');
    const edit = await ana.edit(messageId, 'não sai');
    await office.simulator.post('/faults', { ackError: '463', ackErrorTimes: 1 });
    connector = await start();
    const events = await done(edit);
    expect(ofType(events, 'MessageChangeRefused').at(-1)?.data.reason).toBe('not-sent');
    await done(await ana.remove(messageId));
  });
});
