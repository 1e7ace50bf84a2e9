import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { Recorded } from '#eventstore/types.ts';
import type { Connector } from './connector.ts';
import { historyOf, openAttendant } from './testing/attendant.ts';
import { openPremises, type Premises } from './testing/connector-process.ts';
import { ANA, accepted, BOB, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

/** As many as a simulated phone tells of one chat, with what it wrote itself. */
const perContact = 49;

const pdf = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');

/** What Ana, Bob and the company wrote to each other before the company's phone is paired. */
const writeThePast = async ({ simulator }: Office): Promise<Map<string, string[]>> => {
  const past = new Map<string, string[]>([
    [ANA, []],
    [BOB, []],
  ]);
  for (let turn = 1; turn <= perContact; turn += 1) {
    for (const [contact, texts] of past) {
      texts.push(`${turn} de ${contact}`);
      await simulator.write(contact, { to: PHONE, text: `${turn} de ${contact}` });
    }
  }
  await simulator.post(`/phones/${PHONE}/messages`, { to: ANA, text: 'respondido no celular' });
  past.get(ANA)?.push('respondido no celular');
  return past;
};

const switchOn = async ({ commands, connectionId, bySystem }: Office) =>
  accepted(await commands.connection.change(bySystem(), { connectionId, importsHistory: true }));

const historyIn = (events: readonly Recorded[]) =>
  ofType(events, 'MessageReceived').filter(({ data }) => data.history);

/** The texts of a contact's messages in the order of the log, by whose number the contact has. */
const textsOf = (events: readonly Recorded[], number: string) => {
  const contact = ofType(events, 'ContactCreated').find(({ data }) => data.number === number);
  return historyIn(events).flatMap(({ data }) =>
    data.contactId === contact?.data.contactId ? [data.body] : [],
  );
};

const openedIn = (events: readonly Recorded[], status: string) =>
  ofType(events, 'TicketOpened').filter(({ data }) => data.status === status);

const sums = `
  select sum(received)::int received, sum(shown)::int shown, sum(imported)::int imported,
    (select coalesce(sum(value::int), 0)::int from connector.ledger, jsonb_each_text(rejected)) rejected
  from connector.ledger`;

describe('the history of a phone', () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice();
    await writeThePast(office);
  });
  afterAll(() => office.end());

  it('is left on the phone, and not even kept, unless the connection asks for it', async () => {
    const connector = await office.startConnector();
    await office.pair();
    const waId = await office.simulator.write(ANA, { to: PHONE, text: 'Oi' });
    const events = await office.until('the live message', all =>
      ofType(all, 'MessageReceived').some(({ data }) => data.waKey.id === waId),
    );
    await office.untilJournalEmpty();
    const peers = 'select plain from connector.inbox_journal where enc_index = -4';
    const { rows } = await office.pool.query(peers);
    await connector.stop();
    expect(ofType(events, 'MessageReceived')).toHaveLength(1);
    expect(openedIn(events, 'closed')).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(row => row.plain === null)).toBe(true);
  });
});

describe('the history of a phone, when the connection asks for it', () => {
  let premises: Premises;
  let office: Office;
  let past: Map<string, string[]>;
  beforeAll(async () => {
    premises = await openPremises();
    ({ office } = premises);
    past = await writeThePast(office);
    await switchOn(office);
  });
  afterAll(() => premises.end());

  const all = () => [...past.values()].flat().length;

  it('comes once and in order into one closed ticket a contact, through kill -9, beside a live message', {
    timeout: 120_000,
  }, async () => {
    let child = premises.launch();
    await office.pair();
    await office.until('a part of it', events => historyIn(events).length >= 5);
    await premises.kill(child);
    await office.pool.query('update connector.session set lease_until = now()');
    const inTheMiddle = historyIn(await office.until('what is there', () => true)).length;
    child = premises.launch();
    const waId = await office.simulator.write(ANA, { to: PHONE, text: 'Estou esperando' });
    const events = await office.until(
      'all of it and the live message',
      each =>
        historyIn(each).length >= all() &&
        ofType(each, 'MessageReceived').some(({ data }) => data.waKey.id === waId),
    );
    expect(inTheMiddle).toBeLessThan(all());
    for (const [number, texts] of past) expect(textsOf(events, number)).toEqual(texts);
    expect(ofType(events, 'ContactCreated')).toHaveLength(2);
    expect(openedIn(events, 'closed')).toHaveLength(2);
    expect(new Set(historyIn(events).map(({ data }) => data.ticketId)).size).toBe(2);
    const [live, ...others] = ofType(events, 'MessageReceived').filter(({ data }) => !data.history);
    expect(others).toEqual([]);
    expect(openedIn(events, 'pending').map(({ data }) => data.ticketId)).toEqual([live?.data.ticketId]);
    expect(ofType(events, 'MessageMoved')).toEqual([]);
    await office.untilJournalEmpty();
    await office.untilFollowed();
    await premises.kill(child);
  });

  it('is counted apart: received is still shown and rejected', async () => {
    const { rows } = await office.pool.query(sums);
    expect(rows[0]).toMatchObject({ imported: all(), shown: 1 });
    expect(rows[0].received).toBe(rows[0].shown + rows[0].rejected);
    const unread = await office.pool.query('select from connector.message where unread');
    expect(unread.rowCount).toBe(1);
  });
});

describe('the history of a phone that is paired again', () => {
  let office: Office;
  let connector: Connector;
  beforeAll(async () => {
    office = await openOffice();
    const media = { kind: 'document', mimetype: 'application/pdf', base64: pdf, fileName: 'conta.pdf' };
    await office.simulator.write(ANA, { to: PHONE, text: 'Bom dia' });
    await office.simulator.write(ANA, { to: PHONE, media });
    await switchOn(office);
    connector = await office.startConnector();
    await office.pair();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  /** Resolves when as many parts of a history have been taken in. */
  const untilTold = async (parts: number) => {
    const told = 'select from connector.inbox_journal where enc_index = -4 and handled';
    await expect
      .poll(async () => (await office.pool.query(told)).rowCount, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(parts);
    await office.untilJournalEmpty();
  };

  it('has its files brought when somebody asks for them', async () => {
    const events = await office.until('both', all => historyIn(all).length === 2);
    await untilTold(2);
    const file = historyIn(events).find(({ data }) => data.mediaType === 'application');
    expect(file?.data.mediaHint).toMatchObject({ name: 'conta.pdf' });
    const messageId = file?.data.messageId ?? '';
    const before = await office.until('now', () => true);
    expect(historyOf(before, messageId)).toEqual(['MessageReceived']);
    const attendant = openAttendant(office);
    accepted(await office.commands.message.requestMedia(attendant.context(), { messageId }));
    await office.until('the file', all => historyOf(all, messageId).includes('MessageMediaStored'));
  });

  it('adds nothing that is there, whoever wrote it and wherever it stands', async () => {
    const attendant = openAttendant(office);
    await office.simulator.write(ANA, { to: PHONE, text: 'Ainda está aí?' });
    const events = await office.until('the live message', all => openedIn(all, 'pending').length === 1);
    const contactId = openedIn(events, 'pending')[0]?.data.contactId ?? '';
    const ticketId = openedIn(events, 'pending')[0]?.data.ticketId ?? '';
    const { commands, connectionId, bySystem } = office;
    accepted(await commands.ticket.accept(attendant.context(), { ticketId }));
    const sent = newId();
    accepted(
      await commands.message.queue(attendant.context(), { messageId: sent, ticketId, body: 'Estou sim' }),
    );
    await office.until('our answer', all => historyOf(all, sent).includes('MessageDelivered'));
    const told = await office.pool.query('select from connector.inbox_journal where enc_index = -4');
    accepted(await commands.connection.requestSession(bySystem(), { connectionId, newPairing: true }));
    await office.pair();
    await untilTold((told.rowCount ?? 0) + 2);
    const after = await office.until('now', () => true);
    expect(historyIn(after)).toHaveLength(2);
    expect(ofType(after, 'MessageReceived')).toHaveLength(3);
    expect(ofType(after, 'TicketOpened').filter(({ data }) => data.contactId === contactId)).toHaveLength(2);
    const { rows } = await office.pool.query(sums);
    expect(rows[0]).toMatchObject({ imported: 2, shown: 1 });
  });
});
