import { EventEmitter } from 'node:events';
import type { BinaryNode } from '@whiskeysockets/baileys';
import { describe, expect, it } from 'vitest';
import { keepUserDevices } from './user-devices.ts';

const hour = 3_600_000;
const ana = [{ user: 'ana', server: 'lid', device: 0 }];
const bob = [{ user: 'bob', server: 'lid', device: 0 }];

/** Lists over what is stored, which outlives them; the clock stands still. */
const scene = () => {
  const stored = new Map<string, unknown>();
  const ws = new EventEmitter();
  let at = 0;
  const start = () => {
    ws.removeAllListeners();
    const devices = keepUserDevices(
      {
        find: async (_, ids) =>
          Object.fromEntries(ids.flatMap(id => (stored.has(id) ? [[id, stored.get(id)]] : []))),
        set: async data => {
          for (const [id, value] of Object.values(data).flatMap(values => Object.entries(values)))
            if (value === null) stored.delete(id);
            else stored.set(id, value);
        },
      },
      () => at,
    );
    devices.attach({ ws } as unknown as Parameters<typeof devices.attach>[0], async () => [
      'ana@lid',
      'bob:3@lid',
    ]);
    return devices;
  };
  return {
    start,
    pass: (ms: number) => {
      at += ms;
    },
    hears: (name: string, node: Partial<BinaryNode>) => ws.emit(name, { tag: '', attrs: {}, ...node }),
    acknowledges: (from: string, phash?: string) =>
      ws.emit('CB:ack,class:message', { tag: 'ack', attrs: { from, ...(phash ? { phash } : {}) } }),
  };
};

describe('the lists of users’ devices', () => {
  it('are kept a day, over starts', async () => {
    const { start, pass } = scene();
    await start().mset([{ key: 'ana', value: ana }]);
    pass(23 * hour);
    expect(await start().mget(['ana', 'bob'])).toEqual({ ana });
    expect(await start().get('ana')).toEqual(ana);
    pass(hour);
    expect(await start().mget(['ana'])).toEqual({});
  });

  it('are asked again when a device could not read what was sent', async () => {
    const { start, hears } = scene();
    const devices = start();
    await devices.mset([
      { key: 'ana', value: ana },
      { key: 'bob', value: bob },
    ]);
    hears('CB:receipt', { attrs: { from: 'bob@lid' } });
    hears('CB:receipt', { attrs: { from: 'ana:2@lid', type: 'retry' } });
    expect(await devices.mget(['ana', 'bob'])).toEqual({ bob });
    expect(await start().mget(['ana', 'bob'])).toEqual({ bob });
  });

  it('are asked again when the server’s hash is another than with the first message', async () => {
    const { start, acknowledges } = scene();
    const devices = start();
    await devices.set('ana', ana);
    for (const hash of ['2:aa', '2:aa']) acknowledges('ana@lid', hash);
    expect(await devices.get('ana')).toEqual(ana);
    acknowledges('ana@lid', '2:bb');
    expect(await devices.get('ana')).toBeUndefined();
    await devices.set('ana', ana);
    acknowledges('ana@lid');
    expect(await devices.get('ana')).toEqual(ana);
    acknowledges('ana@lid', '2:cc');
    expect(await devices.get('ana')).toBeUndefined();
  });

  it('of all who are in a group are asked again when the group’s hash changes', async () => {
    const { start, acknowledges } = scene();
    const devices = start();
    await devices.mset([
      { key: 'ana', value: ana },
      { key: 'bob', value: bob },
    ]);
    acknowledges('1@g.us');
    acknowledges('1@g.us', '2:aa');
    await expect.poll(() => devices.mget(['ana', 'bob'])).toEqual({});
  });

  it('under a person’s other name are asked again when their devices change', async () => {
    const { start, hears } = scene();
    const devices = start();
    await devices.mset([
      { key: 'ana', value: ana },
      { key: '5511', value: ana },
    ]);
    const device = { tag: 'device', attrs: { jid: 'ana:4@lid' } };
    hears('CB:notification,type:devices', {
      attrs: { from: '5511@s.whatsapp.net', lid: 'ana@lid' },
      content: [{ tag: 'add', attrs: {}, content: [device] }],
    });
    expect(await devices.mget(['ana', '5511'])).toEqual({ ana });
  });
});
