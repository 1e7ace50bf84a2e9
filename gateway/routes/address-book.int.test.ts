import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#commands/ids.ts';
import { tellAddressBook } from '../testing/address-book.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { endedImport, noRows, startImports } from '../testing/imports.ts';
import { adminAndAttendant, loggedIn } from '../testing/logged-in.ts';
import { must, type Office, openOffice, phoneNumber } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let admin: Browser;
let user: Browser;
let atBranch: Browser;
let connectionId: string;
let branchId: string;
let stopImports: () => Promise<void>;
beforeAll(async () => {
  harness = await openHarness();
  office = await openOffice(harness);
  connectionId = await office.connection();
  branchId = newId();
  const branch = { connectionId: branchId, name: 'Filial', provider: 'simulator' as const, isDefault: false };
  must(await harness.commands.connection.create(office.context(), { ...branch, queueIds: [] }));
  const { userId, email } = await office.user('Bruna');
  const onlyBranch = { userId, connectionIds: [branchId], otherAdmins: [] };
  must(await harness.commands.user.change(office.context(), onlyBranch));
  [admin, user] = await adminAndAttendant(harness, office);
  [atBranch] = await loggedIn(harness, { email });
  stopImports = await startImports(harness);
});
afterAll(async () => {
  await stopImports();
  await harness.close();
});

const ended = (id: string, status?: string) => endedImport(harness, admin, id, status);
const importBook = async (names: Record<string, string>, browser = admin) => {
  await tellAddressBook(harness, { companyId: office.companyId, connectionId }, names);
  const { status, body } = await browser.post('contacts/import');
  expect([status, body]).toEqual([
    201,
    { id: expect.any(String), rows: Object.keys(names).length, position: expect.any(Number) },
  ]);
  return ended(body.id);
};
const named = async (name: string) =>
  (await admin.get(`contacts?searchParam=${encodeURIComponent(name)}`)).body.contacts;

describe('the address book of the phone', () => {
  it('is not imported before WhatsApp has told of it, nor from a connection that is not there', async () => {
    expect(await user.post('contacts/import')).toMatchObject({
      ...{ status: 409, body: { error: 'ERR_NO_ADDRESS_BOOK', details: { whatsappId: connectionId } } },
    });
    const refused = async (whatsappId: unknown, browser = user) => {
      const { status, body } = await browser.post('contacts/import', { whatsappId });
      return [status, body.error];
    };
    expect(await refused(newId())).toEqual([404, 'ERR_NO_WAPP_FOUND']);
    expect(await refused('Loja')).toEqual([400, 'ERR_VALIDATION']);
    expect(await refused(branchId, atBranch)).toEqual([409, 'ERR_NO_ADDRESS_BOOK']);
    expect(await refused(connectionId, atBranch)).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await admin.get('contacts/imports')).body).toEqual([]);
  });

  it('is not imported while nobody is in it', async () => {
    await tellAddressBook(harness, { companyId: office.companyId, connectionId }, {});
    expect(await user.post('contacts/import')).toMatchObject({
      ...{ status: 409, body: { error: 'ERR_ADDRESS_BOOK_EMPTY', details: { whatsappId: connectionId } } },
    });
    expect((await admin.get('contacts/imports')).body).toEqual([]);
  });

  it('becomes contacts, each accounted for, and changes nothing when it comes again', async () => {
    const foreign = '4915112345678';
    const book = { [phoneNumber()]: 'Úrsula Agenda', [foreign]: 'Klaus Agenda', 12345: 'Serviço' };
    const done = await importBook(book, user);
    expect(done).toMatchObject({
      ...{ source: 'phone', fileName: '', rows: 3, whatsappId: connectionId },
      counts: { ...noRows, new: 2, invalid: 1 },
    });
    expect(await named('Klaus Agenda')).toMatchObject([{ number: foreign }]);
    const { body } = await user.get(`contacts/import/${done.id}/rejected`);
    expect(body.rows).toMatchObject([{ reason: 'not-a-number', cells: ['Serviço', '+12345'] }]);
    expect((await importBook(book)).counts).toEqual({ ...noRows, ignored: 2, invalid: 1 });
  });

  it('names who has no name here yet, and leaves names that somebody chose', async () => {
    const [chosen, nameless] = [phoneNumber(), phoneNumber()];
    await admin.post('contacts', { name: 'Wanda Escolhida', number: chosen });
    await admin.post('contacts', { name: nameless, number: nameless });
    const done = await importBook({ [chosen]: 'Wanda da Agenda', [nameless]: 'Zeca da Agenda' });
    expect(done.counts).toEqual({ ...noRows, updated: 1, ignored: 1 });
    expect((await named('Wanda')).map(({ name }: { name: string }) => name)).toEqual(['Wanda Escolhida']);
    expect(await named('Zeca da Agenda')).toMatchObject([{ number: nameless }]);
  });

  it('is taken back by an undo', async () => {
    const done = await importBook({ [phoneNumber()]: 'Yara Desfeita' });
    expect((await admin.post(`contacts/import/${done.id}/undo`)).status).toBe(200);
    expect((await ended(done.id, 'undone')).undo).toEqual({ removed: 1, restored: 0, kept: 0 });
    expect(await named('Yara Desfeita')).toEqual([]);
  });

  it('is that of the only connection that one works on, and of none where there is no default one', async () => {
    await tellAddressBook(
      harness,
      { companyId: office.companyId, connectionId: branchId },
      { [phoneNumber()]: 'Da Filial' },
    );
    const { body } = await atBranch.post('contacts/import', {});
    expect((await ended(body.id)).whatsappId).toBe(branchId);
    const empty = await openOffice(harness);
    const { email } = await empty.user('Sem', { profile: 'admin' });
    await harness.caughtUp();
    const browser = openBrowser(harness);
    await browser.login(email);
    expect(await browser.post('contacts/import')).toMatchObject({
      ...{ status: 409, body: { error: 'ERR_NO_DEF_WAPP_FOUND' } },
    });
  });
});
