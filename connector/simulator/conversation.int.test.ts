import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from './server.ts';
import { silenceConsole } from './silence-console.ts';
import { TestCompanion, trustSimulator } from './testing/companion.ts';
import { SimulatorClient } from './testing/simulator-client.ts';

const PHONE = '5511999990000';
const ANA = '5511988887777';
const ANA_LID = '123456789012345@lid';

describe('a company and a contact', () => {
  let folder: string;
  let running: RunningSimulator;
  let simulator: SimulatorClient;
  let company: TestCompanion;
  let pairingCode: number;

  beforeAll(async () => {
    silenceConsole();
    folder = await mkdtemp(join(tmpdir(), 'simulator-'));
    running = await startSimulator({
      port: 0,
      dataDir: folder,
      log: text => process.stderr.write(`${text}\n`),
    });
    simulator = new SimulatorClient(running.url);
    await trustSimulator(simulator);
    await simulator.post('/phones', { number: PHONE, name: 'Acme' });
    await simulator.post('/contacts', { number: ANA, name: 'Ana', lid: '123456789012345' });
    company = new TestCompanion(simulator);
    pairingCode = await company.pair(PHONE);
  });

  afterAll(async () => {
    await company.disconnect();
    await running.close();
    await rm(folder, { recursive: true });
  });

  it('asks for a restart after the scan and then opens', async () => {
    expect(pairingCode).toBe(515);
    expect(await simulator.get('/phones')).toMatchObject([{ number: PHONE, connected: true }]);
  });

  it('brings a text of the contact to the company and ticks it', async () => {
    const id = await simulator.write(ANA, { to: PHONE, text: 'Hello' });
    const received = await company.received(id);
    expect(received.message?.conversation).toBe('Hello');
    expect(received.key).toMatchObject({
      remoteJid: ANA_LID,
      remoteJidAlt: `${ANA}@s.whatsapp.net`,
      fromMe: false,
    });
    await simulator.untilShown(ANA, PHONE, messages =>
      messages.some(each => each.id === id && each.status === 'delivered'),
    );
    await company.socket.readMessages([received.key]);
    await simulator.untilShown(ANA, PHONE, messages =>
      messages.some(each => each.id === id && each.status === 'read'),
    );
  });

  it('shows a text of the company once, acknowledges and delivers it', async () => {
    const id = await company.send(ANA_LID, { text: 'Good morning' });
    await company.until('ack', () => company.acks.some(ack => ack.id === id && ack.error === undefined));
    await company.send(ANA_LID, { text: 'Good morning' }, { messageId: id });
    await company.until('second ack', () => company.acks.filter(ack => ack.id === id).length === 2);
    const shown = (await simulator.shown(ANA, PHONE)).filter(each => each.id === id);
    expect(shown).toMatchObject([{ text: 'Good morning', fromMe: false, from: PHONE, status: 'delivered' }]);
  });

  it('tells the company when the contact opens the chat', async () => {
    const id = await company.send(ANA_LID, { text: 'Read me' });
    await company.until('ack', () => company.acks.some(ack => ack.id === id));
    await simulator.post(`/contacts/${ANA}/read`, { with: PHONE });
    await company.until('read receipt', () =>
      company.updates.some(update => update.id === id && update.status === 4),
    );
  });
});
