import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratePolicies } from '#commands/policies/migrate.ts';
import { runPolicies } from '#commands/policies/run-policies.ts';
import type { Connector } from './connector.ts';
import { unattendedSessions } from './interface/unattended-sessions.ts';
import { ANA, accepted, BOB, type Office, ofType, openOffice, PHONE } from './testing/office.ts';

describe('a call that nobody takes', () => {
  let office: Office;
  let connector: Connector;
  let policies: Promise<void>;
  const stopping = new AbortController();

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector();
    await office.pair();
    await migratePolicies(office.pool);
    const { store, pool, commands } = office;
    const log = pino({ level: 'silent' });
    policies = runPolicies({
      store,
      pool,
      innerPool: pool,
      commands,
      media: { share: async () => undefined },
      sessions: unattendedSessions,
      purges: [],
      log,
      signal: stopping.signal,
    });
  });
  afterAll(async () => {
    stopping.abort();
    await policies;
    await connector.stop();
    await office.end();
  });

  const call = async (from: string, how: string) => {
    const { id } = await office.simulator.post<{ id: string }>(`/contacts/${from}/calls`, { to: PHONE });
    await office.simulator.post(`/calls/${id}/end`, { how });
    return id;
  };
  const calls = (count: number) =>
    office.until(`${count} calls`, all => ofType(all, 'MessageReceived').length >= count);

  it('stands in the conversation of who called, whether they hung up or gave up', async () => {
    const ids = [await call(ANA, 'timeout'), await call(ANA, 'terminate')];
    const events = await calls(2);
    const messages = ofType(events, 'MessageReceived').map(event => event.data);
    expect(messages.map(message => message.waKey.id)).toEqual(ids);
    expect(messages).toMatchObject([{ mediaType: 'call_log' }, { mediaType: 'call_log' }]);
    expect(ofType(events, 'ContactCreated').map(event => event.data)).toMatchObject([{ number: ANA }]);
  });

  it('is answered once with a request to write, where the company takes no calls', async () => {
    const before = ofType(await office.until('all', () => true), 'MessageQueued');
    expect(before).toEqual([]);
    const setting = { key: 'call', value: 'disabled' };
    accepted(await office.commands.company.changeSetting(office.bySystem(), setting));
    await call(BOB, 'timeout');
    const shown = await office.simulator.untilShown(BOB, PHONE, all => all.length > 0);
    expect(shown.map(message => message.text)).toEqual([expect.stringContaining('Não atendemos ligações')]);
  });

  it('is none when the phone took it', async () => {
    await call(ANA, 'accept');
    await call(ANA, 'timeout');
    const events = await calls(4);
    expect(ofType(events, 'MessageReceived')).toHaveLength(4);
  });
});
