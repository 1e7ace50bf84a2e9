import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { markUnattended } from '#commands/policies/unattended-sessions.ts';
import { unwatched } from '#eventstore/follow/report.ts';
import { unattendedSessions } from '../interface/unattended-sessions.ts';
import { accepted, type Office, ofType, openOffice } from '../testing/office.ts';
import { untilNeeded } from './standby.ts';

const log = pino({ level: 'silent' });

describe('a connection whose connector has gone', () => {
  let office: Office;
  const look = () => markUnattended({ ...office, sessions: unattendedSessions, log });
  const told = async () => {
    const events = await office.until('status', () => true);
    return ofType(events, 'ConnectionStatusChanged').at(-1)?.data;
  };
  const goBy = (seconds: number) =>
    office.pool.query(
      `update connector.session set lease_until = lease_until - make_interval(secs => $1),
         updated_at = updated_at - make_interval(secs => $1)`,
      [seconds],
    );

  beforeEach(async () => {
    office = await openOffice();
    const connector = await office.startConnector();
    await office.pair();
    await connector.stop();
  });
  afterEach(() => office.end());

  it('keeps its status while a restart may take', async () => {
    expect(await look()).toBe(0);
    expect(await told()).toMatchObject({ status: 'CONNECTED' });
  });

  it('is shown as disconnected when nobody takes over, until a connector comes back', async () => {
    await goBy(60);
    expect(await look()).toBe(1);
    expect(await told()).toMatchObject({ status: 'DISCONNECTED', reason: 'connector-away' });
    expect(await office.untilSession(() => true)).toMatchObject({ status: 'DISCONNECTED', wanted: true });
    expect(await look()).toBe(0);
    const back = await office.startConnector();
    await office.untilSession(row => row.status === 'CONNECTED');
    expect(await look()).toBe(0);
    await office.until('back', all =>
      [ofType(all, 'ConnectionStatusChanged').at(-1)?.data.status].includes('CONNECTED'),
    );
    await back.stop();
  });
});

describe('a connector without a connection', () => {
  it('stands by until there is one of its provider', async () => {
    const office = await openOffice();
    const ending = new AbortController();
    const { signal } = ending;
    let needed = false;
    const standingBy = untilNeeded({ ...office, provider: 'beta', log, signal, report: unwatched }).then(
      () => {
        needed = true;
      },
    );
    await untilNeeded({ ...office, provider: 'simulator', log, signal, report: unwatched });
    expect(needed).toBe(false);
    const real = { connectionId: newId(), name: 'Real', provider: 'beta' as const, queueIds: [] };
    accepted(await office.commands.connection.create(office.bySystem(), real));
    await standingBy;
    ending.abort();
    await office.end();
  });
});
