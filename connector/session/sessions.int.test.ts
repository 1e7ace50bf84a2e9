import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connector, ConnectorOptions } from '../connector.ts';
import { ANA, accepted, type Office, ofType, openOffice, PHONE } from '../testing/office.ts';

describe('sessions', () => {
  let office: Office;
  let running: Connector[] = [];
  const start = async (options?: Partial<ConnectorOptions>) => {
    const connector = await office.startConnector(options);
    running.push(connector);
    return connector;
  };
  const stop = async (connector: Connector) => {
    running = running.filter(each => each !== connector);
    await connector.stop();
  };
  const statuses = async (last: string) => {
    const events = await office.until(`status ${last}`, all =>
      ofType(all, 'ConnectionStatusChanged').some(event => event.data.status === last),
    );
    return ofType(events, 'ConnectionStatusChanged').map(event => event.data.status);
  };
  const sockets = async () => (await office.simulator.get<{ connections: number }>('/stats')).connections;

  beforeEach(async () => {
    office = await openOffice();
  });
  afterEach(async () => {
    for (const connector of running) await connector.stop();
    running = [];
    await office.end();
  });

  it('pairs a new connection by code and tells each step; the code is in the row alone', async () => {
    await start();
    await office.pair();
    const told = await statuses('CONNECTED');
    expect(told[0]).toBe('OPENING');
    expect(told).toContain('qrcode');
    expect(told.at(-1)).toBe('CONNECTED');
    const events = await office.until('number', () => true);
    expect(ofType(events, 'ConnectionStatusChanged').at(-1)?.data.number).toBe(PHONE);
    expect(JSON.stringify(events)).not.toMatch(/"qr"/);
    expect((await office.untilSession(() => true)).qr).toBe('');
  });

  it('connects again by itself when the process starts anew, and gets what came meanwhile', async () => {
    const first = await start();
    await office.pair();
    await stop(first);
    expect(await sockets()).toBe(0);
    await office.simulator.write(ANA, { to: PHONE, text: 'Enquanto parado' });
    await start();
    const events = await office.until('message', all => ofType(all, 'MessageReceived').length === 1);
    expect(ofType(events, 'MessageReceived')[0]?.data.body).toBe('Enquanto parado');
  });

  it('forgets the pairing when the phone unlinks it, and waits to be asked', async () => {
    await start();
    await office.pair();
    await office.simulator.post(`/phones/${PHONE}/logout`);
    await office.untilSession(row => row.status === 'DISCONNECTED' && !row.wanted);
    const { rows } = await office.pool.query('select from connector.wa_creds');
    expect(rows).toHaveLength(0);
    const { connectionId } = office;
    const ask = { connectionId, newPairing: false };
    accepted(await office.commands.connection.requestSession(office.bySystem(), ask));
    await office.untilSession(row => row.status === 'qrcode');
  });

  it('logs out and shows a new code when asked for a new pairing', async () => {
    await start();
    await office.pair();
    const { connectionId } = office;
    const ask = { connectionId, newPairing: true };
    accepted(await office.commands.connection.requestSession(office.bySystem(), ask));
    await office.untilSession(row => row.status === 'qrcode' && row.qr !== '');
    expect(await office.simulator.get('/phones')).toMatchObject([{ companions: [] }]);
    await office.pair();
  });

  it('pairs by a code that is typed on the phone, and shows no QR code meanwhile', async () => {
    await start();
    await office.untilSession(row => row.qr !== '');
    const { connectionId, pool } = office;
    const ask = { connectionId, newPairing: true, phoneNumber: PHONE };
    accepted(await office.commands.connection.requestSession(office.bySystem(), ask));
    const codeOf = async () =>
      (await pool.query<{ pairing_code: string }>('select pairing_code from connector.session')).rows[0]
        ?.pairing_code ?? '';
    await expect.poll(codeOf, { timeout: 20_000 }).toMatch(/^[0-9A-Z]{8}$/);
    expect(await office.untilSession(row => row.status === 'qrcode')).toMatchObject({ qr: '' });
    await office.simulator.post(`/phones/${PHONE}/link`, { code: await codeOf() });
    await office.untilSession(row => row.status === 'CONNECTED');
    expect(await codeOf()).toBe('');
  });

  it('logs out when asked to, and when the connection is removed', async () => {
    await start();
    await office.pair();
    const { connectionId } = office;
    accepted(await office.commands.connection.requestLogout(office.bySystem(), { connectionId }));
    await office.untilSession(row => row.status === 'DISCONNECTED');
    expect(await office.simulator.get('/phones')).toMatchObject([{ companions: [] }]);
    expect(await sockets()).toBe(0);
  });

  it('waits for a person when another device took its place', async () => {
    await start();
    await office.pair();
    await office.simulator.post('/faults', { closeWith: 440 });
    await office.untilSession(row => row.status === 'DISCONNECTED' && !row.wanted);
    const { rows } = await office.pool.query('select from connector.wa_creds');
    expect(rows).toHaveLength(1);
  });

  it('says so when nothing comes from the server any more, and connects again', async () => {
    await start({ probeEveryMs: 400 });
    await office.pair();
    await office.simulator.post('/faults', { silent: true });
    await office.untilSession(row => row.status === 'OPENING');
    const events = await office.until('told', all =>
      ofType(all, 'ConnectionStatusChanged').some(event => event.data.reason === 'connection-lost'),
    );
    expect(ofType(events, 'ConnectionStatusChanged').at(-1)?.data.status).toBe('OPENING');
    await office.simulator.post('/faults', { silent: false });
    await office.untilSession(row => row.status === 'CONNECTED');
  });

  it('stays connected while the server answers, however little happens', async () => {
    await start({ probeEveryMs: 300 });
    await office.pair();
    const stanzas = async () => (await office.simulator.get<{ stanzasIn: number }>('/stats')).stanzasIn;
    const before = await stanzas();
    await expect.poll(stanzas, { timeout: 20_000 }).toBeGreaterThan(before + 8);
    expect(await statuses('CONNECTED')).not.toContain('DISCONNECTED');
    expect((await statuses('CONNECTED')).filter(status => status === 'CONNECTED')).toHaveLength(1);
  });

  it.each([
    [403, 'forbidden'],
    [411, 'multi-device-mismatch'],
  ])('stops and tells when WhatsApp answers %s', async (closeWith, reason) => {
    await start();
    await office.pair();
    await office.simulator.post('/faults', { closeWith });
    await office.untilSession(row => row.status === 'DISCONNECTED' && !row.wanted);
    const events = await office.until('reason', all =>
      ofType(all, 'ConnectionStatusChanged').some(event => event.data.reason === reason),
    );
    expect(ofType(events, 'ConnectionStatusChanged').at(-1)?.data.status).toBe('DISCONNECTED');
    expect(await sockets()).toBe(0);
  });

  it('keeps codes that pair a phone out of the events and out of what is logged', async () => {
    const logged: string[] = [];
    const log = pino({ level: 'trace' }, { write: line => void logged.push(line) });
    await start({ log });
    const { qr } = await office.untilSession(row => row.qr !== '');
    const { connectionId, pool } = office;
    const ask = { connectionId, newPairing: true, phoneNumber: PHONE };
    accepted(await office.commands.connection.requestSession(office.bySystem(), ask));
    await office.untilSession(row => row.status === 'qrcode' && row.qr === '');
    const { rows } = await pool.query<{ pairing_code: string }>('select pairing_code from connector.session');
    const code = rows[0]?.pairing_code ?? '';
    expect(code).toHaveLength(8);
    const events = await office.until('all', () => true);
    const told = `${JSON.stringify(events)}${logged.join('')}`;
    const parts = qr.split(',').filter(part => part.length > 16);
    expect(parts.length).toBeGreaterThan(2);
    for (const secret of [code, qr, ...parts]) expect(told).not.toContain(secret);
  });

  it('comes back after a cut', async () => {
    await start();
    await office.pair();
    await office.simulator.post('/faults', { closeWith: 'cut' });
    await office.untilSession(row => row.status === 'OPENING');
    await office.untilSession(row => row.status === 'CONNECTED');
  });

  it('is held by one of two connectors, and taken over when that one ends', async () => {
    const first = await start();
    await office.pair();
    const second = await start();
    const { lease_owner: owner } = await office.untilSession(row => row.lease_owner !== null);
    expect([first.sessions(), second.sessions()]).toEqual([1, 0]);
    expect(await sockets()).toBe(1);
    await stop(first);
    await office.until('connected twice', all => {
      const told = ofType(all, 'ConnectionStatusChanged').map(event => event.data.status);
      return told.filter(status => status === 'CONNECTED').length === 2;
    });
    const { lease_owner: heir } = await office.untilSession(row => row.lease_owner !== null);
    expect(heir).not.toBe(owner);
    expect(await sockets()).toBe(1);
  });

  it('is taken at once from a process that is said to have ended, and which can do nothing more about it', async () => {
    const first = await start({ holder: { owner: 'first', ended: [] } });
    await office.pair();
    const second = await start({ holder: { owner: 'second', ended: ['first'] } });
    await expect.poll(() => [first.sessions(), second.sessions()]).toEqual([0, 1]);
    await expect.poll(sockets).toBe(1);
    await office.untilSession(row => row.status === 'CONNECTED');
    expect(await office.untilSession(() => true)).toMatchObject({ wanted: true, lease_owner: 'second' });
    await office.simulator.write(ANA, { to: PHONE, text: 'Ainda aí?' });
    const events = await office.until('message', all => ofType(all, 'MessageReceived').length === 1);
    expect(ofType(events, 'ConnectionStatusChanged').at(-1)?.data.status).toBe('CONNECTED');
  });

  it('closes its socket when the lease is another', async () => {
    await start();
    await office.pair();
    await office.simulator.nextEvent('phone', () =>
      office.pool.query(
        `update connector.session set lease_owner = 'another', lease_until = now() + interval '1 minute'`,
      ),
    );
    expect(await sockets()).toBe(0);
    const { rows } = await office.pool.query('select status from connector.session');
    expect(rows).toEqual([{ status: 'CONNECTED' }]);
  });
});
