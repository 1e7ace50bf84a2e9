import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { records } from '#domain/records/records.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { type Harness, openHarness } from '../testing/harness.ts';
import { is, type Live, openLive } from '../testing/live-socket.ts';
import { openOffice } from '../testing/office.ts';
import { recordForm } from '../testing/record-form.ts';

let harness: Harness;
let admin: Browser;
let ana: Browser;
let address: string;
beforeAll(async () => {
  harness = await openHarness();
  const office = await openOffice(harness);
  const [boss, attendant] = [await office.user('Chefe', { profile: 'admin' }), await office.user('Ana')];
  await harness.caughtUp();
  [admin, ana] = [openBrowser(harness), openBrowser(harness)];
  await admin.login(boss.email);
  await ana.login(attendant.email);
  address = await harness.listen();
});
afterAll(() => harness.close());

const listen = async (browser: Browser, since?: number): Promise<Live> => {
  const socket = openLive(address, browser.token(), since);
  await socket.hello();
  return socket;
};

describe.each(Object.values(records))('the live channel says of a $name', record => {
  const { concept, path } = record;
  const at = path.slice(1);

  it('that it is there, was changed and is gone', async () => {
    const socket = await listen(admin);
    const { body: made } = await admin.post(at, recordForm(record, 'Nova'));
    expect((await socket.frame('made', is(concept, { action: 'update' }))).data).toEqual({
      ...{ action: 'update', [concept]: made },
    });
    const { body: changed } = await admin.put(`${at}/${made.id}`, recordForm(record, 'Outra'));
    const isChange = ({ data }: { data: unknown }) => JSON.stringify(data).includes('Outra');
    expect((await socket.frame('changed', isChange)).data).toEqual({ action: 'update', [concept]: changed });
    await admin.delete(`${at}/${made.id}`);
    expect((await socket.frame('gone', is(concept, { action: 'delete' }))).data).toEqual({
      ...{ action: 'delete', [concept]: { id: made.id } },
    });
    socket.close();
  });

  it('after a time away, what was changed and what is gone', async () => {
    const [{ body: kept }, { body: gone }] = [
      await admin.post(at, recordForm(record)),
      await admin.post(at, recordForm(record)),
    ];
    const since = await harness.caughtUp();
    const { body: changed } = await admin.put(`${at}/${kept.id}`, recordForm(record, 'Voltei'));
    await admin.delete(`${at}/${gone.id}`);
    await harness.caughtUp();
    const socket = await listen(admin, since);
    const missed = async (action: string) => (await socket.frame(action, is(concept, { action }))).data;
    expect(await missed('update')).toEqual({ action: 'update', [concept]: changed });
    expect(await missed('delete')).toEqual({ action: 'delete', [concept]: { id: gone.id } });
    expect(socket.frames.some(({ event }) => event === 'resync')).toBe(false);
    socket.close();
  });
});

describe('a record that is its owner’s alone', () => {
  const [record, at] = [records.quickMessage, 'quick-messages'];

  it('is for the owner’s sockets, and for everybody’s while it is shared', async () => {
    const [own, other] = [await listen(admin), await listen(ana)];
    const { body: mine } = await admin.post(at, recordForm(record));
    await own.frame('mine', is('quickMessage', { action: 'update' }));
    const shared = { ...recordForm(record), shared: true };
    const { body: ours } = await admin.put(`${at}/${mine.id}`, shared);
    const first = await other.frame('the first that the other hears of', is('quickMessage', {}));
    expect(first.data).toEqual({ action: 'update', quickMessage: ours });
    await admin.put(`${at}/${mine.id}`, { ...shared, shared: false });
    const gone = await other.frame('no more', is('quickMessage', { action: 'delete' }));
    expect(gone.data).toEqual({ action: 'delete', quickMessage: { id: mine.id } });
    own.close();
    other.close();
  });
});
