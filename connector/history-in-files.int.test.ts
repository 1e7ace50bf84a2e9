import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from './connector.ts';
import { ANA, accepted, BOB, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

const group = { id: '120363000000000021@g.us', subject: 'Moradores', members: [ANA, BOB, PHONE] };

describe('the history that a phone has put into files', () => {
  let office: Office;
  let connector: Connector;

  beforeAll(async () => {
    office = await openOffice();
    const { simulator, commands, connectionId, companyId, bySystem } = office;
    await simulator.post('/groups', group);
    await simulator.write(ANA, { to: PHONE, text: 'Bom dia' });
    await simulator.write(ANA, { group: group.id, text: 'Quem tem a chave?' });
    await simulator.write(BOB, { group: group.id, text: 'Eu tenho' });
    await simulator.post(`/phones/${PHONE}/messages`, { group: group.id, text: 'Obrigado' });
    await simulator.post('/faults', { historyInFiles: true, failNextMedia: 1 });
    const setting = { companyId, key: 'CheckMsgIsGroup', value: 'disabled' };
    accepted(await commands.company.changeSetting(bySystem(), setting));
    accepted(await commands.connection.change(bySystem(), { connectionId, importsHistory: true }));
    connector = await office.startConnector();
    await office.pair();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  const told = async () => {
    const events = await office.until(
      'all four',
      all => ofType(all, 'MessageReceived').filter(({ data }) => data.history).length >= 4,
    );
    await office.untilJournalEmpty();
    return events;
  };

  it('is fetched from there, again when the way broke, and comes once', async () => {
    const events = await told();
    const bodies = ofType(events, 'MessageReceived').map(({ data }) => data.body);
    expect(bodies.sort()).toEqual(['Bom dia', 'Eu tenho', 'Obrigado', 'Quem tem a chave?']);
    const aside = await office.pool.query('select from connector.inbox_journal where problem is not null');
    expect(aside.rowCount).toBe(0);
  });

  it('brings a group as one closed ticket, with who wrote what', async () => {
    const events = await told();
    const [opened, ...others] = ofType(events, 'TicketOpened').filter(({ data }) => data.isGroup);
    expect(others).toEqual([]);
    expect(opened?.data).toMatchObject({ status: 'closed', userId: null });
    const contact = ofType(events, 'ContactCreated').find(({ data }) => data.isGroup);
    expect(contact?.data).toMatchObject({ name: group.subject, number: group.id.replace('@g.us', '') });
    const said = ofType(events, 'MessageReceived').filter(
      ({ data }) => data.ticketId === opened?.data.ticketId,
    );
    expect(said.map(({ data }) => [data.body, data.senderName, data.waKey.fromMe])).toEqual([
      ['Quem tem a chave?', 'Ana', false],
      ['Eu tenho', 'Bob', false],
      ['Obrigado', null, true],
    ]);
    const members = said.slice(0, 2).map(({ data }) => data.waKey.participant);
    expect(new Set(members).size).toBe(2);
  });
});
