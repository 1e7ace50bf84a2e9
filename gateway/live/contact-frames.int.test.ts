import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { is, type Live, openLive } from '../testing/live-socket.ts';
import { must, type Office, openOffice } from '../testing/office.ts';

let harness: Harness;
let office: Office;
let base: string;
type Person = { readonly userId: string; readonly token: string };
let admin: Person;
let ana: Person;
let bruno: Person;
let support: string;
const sockets: Live[] = [];

beforeAll(async () => {
  harness = await openHarness();
  base = await harness.listen();
  office = await openOffice(harness);
  support = await office.queue('Suporte', '#0000aa');
  admin = await person('Admin', 'admin', []);
  ana = await person('Ana', 'user', []);
  bruno = await person('Bruno', 'user', [support]);
  await choosing('enabled');
});
afterEach(() => {
  for (const live of sockets.splice(0)) live.close();
});
afterAll(() => harness.close());

const person = async (name: string, profile: 'admin' | 'user', queueIds: string[]): Promise<Person> => {
  const { email, userId } = await office.user(name, { profile, queueIds });
  await harness.caughtUp();
  const browser = openBrowser(harness);
  await browser.login(email);
  return { userId, token: browser.token() };
};
const choosing = async (value: 'enabled' | 'disabled') => {
  const { companyId } = office;
  must(
    await harness.commands.company.changeSetting(office.context(), {
      companyId,
      key: 'useContactWallet',
      value,
    }),
  );
  await harness.caughtUp();
};
const live = async ({ token }: Person, since?: number): Promise<Live> => {
  const socket = openLive(base, token, since);
  sockets.push(socket);
  await socket.hello();
  return socket;
};
const give = async (contactId: string, userIds: readonly string[]) =>
  must(await harness.commands.contact.changeWallet(office.context(), { contactId, userIds: [...userIds] }));
const unchanged = { email: 'cliente@exemplo.com.br', queueId: null };
const rename = async (contactId: string, name: string) =>
  must(await harness.commands.contact.change(office.context(), { ...unchanged, contactId, name }));
const saying = (text: string) => (frame: Live['frames'][number]) => JSON.stringify(frame).includes(text);
/** What a socket was told of a contact by the time that it hears of another one, made after it. */
const heardOf = async (socket: Live, contactId: string, marker: string) => {
  await socket.frame(marker, saying(marker));
  return socket.frames
    .filter(frame => is('contact')(frame) && saying(contactId)(frame))
    .map(({ data }) => data);
};

describe('contacts in wallets', () => {
  it('are told to those in whose lists they are, and to others not even by name', async () => {
    const contactId = await office.contact('Segredo de Ana');
    await give(contactId, [ana.userId]);
    const since = await harness.caughtUp();
    const listening = [await live(admin), await live(ana)];
    const other = await live(bruno);
    await rename(contactId, 'Segredo Novo');
    await office.contact('Marco Um');
    for (const socket of listening)
      expect(await heardOf(socket, contactId, 'Marco Um')).toMatchObject([
        { action: 'update', contact: { id: contactId, name: 'Segredo Novo' } },
      ]);
    expect(await heardOf(other, contactId, 'Marco Um')).toEqual([{ action: 'removeFromList', contactId }]);
    expect(other.frames.some(saying('Segredo'))).toBe(false);
    const returned = await live(bruno, since);
    expect(await heardOf(returned, contactId, 'Marco Um')).toEqual([{ action: 'removeFromList', contactId }]);
    expect(returned.frames.some(saying('Segredo'))).toBe(false);
  });

  it('leave the lists of others when they are given to somebody, and come to all when that one goes', async () => {
    const eva = await person('Eva', 'user', []);
    const contactId = await office.contact('Livre');
    await harness.caughtUp();
    const socket = await live(bruno);
    await give(contactId, [eva.userId]);
    await office.contact('Marco Dois');
    expect(await heardOf(socket, contactId, 'Marco Dois')).toEqual([{ action: 'removeFromList', contactId }]);
    must(await harness.commands.user.remove(office.context(), { userId: eva.userId }));
    await harness.caughtUp();
    await rename(contactId, 'Livre Outra Vez');
    await socket.frame('update', saying('Livre Outra Vez'));
  });

  it('keep their names up to date in the tickets that somebody sees, in no list', async () => {
    const contactId = await office.contact('Cliente');
    const connectionId = await office.connection([support]);
    await office.pending({ contactId, connectionId, queueId: support });
    await give(contactId, [ana.userId]);
    await harness.caughtUp();
    const socket = await live(bruno);
    await rename(contactId, 'Cliente Novo');
    const frame = await socket.frame('the name', saying('Cliente Novo'));
    expect(frame.data).toMatchObject({
      ...{ action: 'delete', contact: { id: contactId, name: 'Cliente Novo', email: null } },
    });
  });

  it('are told to everybody where the company does not work with wallets', async () => {
    const contactId = await office.contact('De Ana');
    await give(contactId, [ana.userId]);
    await choosing('disabled');
    const socket = await live(bruno);
    await rename(contactId, 'De Todos');
    const frame = await socket.frame('update', saying('De Todos'));
    expect(frame.data).toMatchObject({ action: 'update', contact: { id: contactId } });
  });
});
