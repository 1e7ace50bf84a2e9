import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import type { Connector } from './connector.ts';
import { readAddressBook } from './interface/address-book.ts';
import { type FragileOffice, openFragileOffice } from './testing/fragile-office.ts';
import { ANA, accepted, BOB, type Office, openOffice, PHONE } from './testing/office.ts';

const CLARA = '5521966665555';

const save = (office: Office, contact: string, name: string | null) =>
  office.simulator.put(`/phones/${PHONE}/addresses/${contact}`, { name });
const namesIn = async ({ pool, companyId, connectionId }: Office) => {
  const book = await readAddressBook(pool, companyId, connectionId);
  return book && Object.fromEntries(book.map(({ number, name }) => [number ?? '', name]));
};
const untilNames = (office: Office, names: Record<string, string> | undefined) =>
  expect.poll(() => namesIn(office), { timeout: 20_000 }).toEqual(names);
const rowsOf = async ({ pool, connectionId }: Office) =>
  (
    await pool.query('select jid, number, lid, name from connector.address_book where connection_id = $1', [
      connectionId,
    ])
  ).rows;

describe('the address book of the phone', () => {
  let office: Office;
  let connector: Connector;
  const restart = async (meanwhile: () => Promise<unknown>) => {
    await connector.stop();
    await meanwhile();
    connector = await office.startConnector();
  };
  /** A row that WhatsApp does not know stays until the whole book is read again. */
  const mark = async () => {
    await office.pool.query(
      `insert into connector.address_book (connection_id, jid, number, name) values ($1, 'marca', '1', 'Marca')`,
      [office.connectionId],
    );
  };

  beforeAll(async () => {
    office = await openOffice();
    await office.simulator.post('/contacts', { number: CLARA, name: 'Clarinha' });
    await save(office, ANA, 'Ana da Farmácia');
    await save(office, BOB, 'Bob Entregas');
    connector = await office.startConnector();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  it('is not known before a phone is paired', async () => {
    expect(await namesIn(office)).toBeUndefined();
  });

  it('is read when the phone is paired: who is saved in it, and under which names', async () => {
    await office.pair();
    await untilNames(office, { [ANA]: 'Ana da Farmácia', [BOB]: 'Bob Entregas' });
    expect(await rowsOf(office)).toContainEqual({
      ...{ jid: `${ANA}@s.whatsapp.net`, number: ANA, lid: '123456789012345', name: 'Ana da Farmácia' },
    });
    expect(await readAddressBook(office.pool, newId(), office.connectionId)).toBeUndefined();
  });

  it('changes as it changes on the phone, and knows no names that strangers give themselves', async () => {
    await office.simulator.write(CLARA, { to: PHONE, text: 'sou a Clarinha' });
    await save(office, ANA, 'Ana Prado');
    await save(office, BOB, null);
    await untilNames(office, { [ANA]: 'Ana Prado' });
    await save(office, CLARA, 'Clara Nova');
    await untilNames(office, { [ANA]: 'Ana Prado', [CLARA]: 'Clara Nova' });
  });

  it('is read on from where it was after a restart, not from the beginning', async () => {
    await restart(async () => {
      await mark();
      await save(office, BOB, 'Bob de Volta');
    });
    await untilNames(office, {
      [ANA]: 'Ana Prado',
      [CLARA]: 'Clara Nova',
      [BOB]: 'Bob de Volta',
      1: 'Marca',
    });
  });

  it('is read from the beginning where something that was told was not stored', async () => {
    await restart(async () => {
      await office.pool.query('update connector.session set address_book_version = address_book_version - 1');
      await office.pool.query('delete from connector.address_book where number = $1', [BOB]);
    });
    await untilNames(office, { [ANA]: 'Ana Prado', [CLARA]: 'Clara Nova', [BOB]: 'Bob de Volta' });
  });

  it('is forgotten with the pairing', async () => {
    await office.simulator.post(`/phones/${PHONE}/logout`);
    await untilNames(office, undefined);
    expect(await rowsOf(office)).toEqual([]);
  });

  it('is read again with the next pairing, and goes with the connection', async () => {
    const { connectionId } = office;
    const request = { connectionId, newPairing: true };
    accepted(await office.commands.connection.requestSession(office.bySystem(), request));
    await office.pair();
    await untilNames(office, { [ANA]: 'Ana Prado', [CLARA]: 'Clara Nova', [BOB]: 'Bob de Volta' });
    accepted(await office.commands.connection.remove(office.bySystem(), { connectionId }));
    await expect.poll(() => rowsOf(office), { timeout: 20_000 }).toEqual([]);
  });
});

describe('an address book with nobody in it', () => {
  let office: Office;
  let connector: Connector;

  beforeAll(async () => {
    office = await openOffice();
    connector = await office.startConnector();
  });
  afterAll(async () => {
    await connector.stop();
    await office.end();
  });

  it('is known to be empty once it was read, and takes who is saved afterwards', async () => {
    expect(await namesIn(office)).toBeUndefined();
    await office.pair();
    await untilNames(office, {});
    await save(office, ANA, 'Ana');
    await untilNames(office, { [ANA]: 'Ana' });
  });
});

describe('an address book that changes while Postgres is out of reach', () => {
  let fragile: FragileOffice;

  beforeAll(async () => {
    fragile = await openFragileOffice();
  });
  afterAll(() => fragile.end());

  it('is as the phone has it when Postgres is back', async () => {
    const { office, postgres } = fragile;
    await save(office, BOB, 'Bob');
    await untilNames(office, { [BOB]: 'Bob' });
    postgres.cut();
    await save(office, ANA, 'Ana');
    await save(office, BOB, 'Roberto');
    await postgres.untilTurnedAway(20);
    postgres.mend();
    await untilNames(office, { [ANA]: 'Ana', [BOB]: 'Roberto' });
  });
});
