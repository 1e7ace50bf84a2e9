import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Commands, createCommands } from '#commands/commands.ts';
import { newId } from '#commands/ids.ts';
import { openMemoryStore } from '#eventstore/memory.ts';
import { accepted } from '../testing/office.ts';
import { createPictures } from './pictures.ts';

const [companyId, connectionId, clara, rita] = [newId(), newId(), newId(), newId()];
const bySystem = () => ({
  ...{ companyId, commandId: newId(), at: new Date().toISOString(), principal: null },
  actor: { kind: 'system' as const },
});

let commands: Commands;
beforeEach(async () => {
  commands = createCommands({ store: openMemoryStore() });
  const numbers = { [clara]: '5511900000001', [rita]: '5511900000002' };
  for (const [contactId, number] of Object.entries(numbers))
    await commands.contact.create(bySystem(), { contactId, name: 'Clara', number });
});

/**
 * Clara's picture is looked for once, and `meanwhile` happens while WhatsApp answers. Resolves with the addresses that all
 * others of hers are given up for.
 */
const look = async (meanwhile?: () => Promise<unknown>): Promise<readonly (string | null)[]> => {
  const left: (string | null)[] = [];
  const told = Promise.withResolvers<void>();
  let asked = 0;
  let isWritten = true;
  const pictures = createPictures({
    ...{
      commands,
      companyId,
      connectionId,
      log: pino({ level: 'silent' }),
      signal: AbortSignal.timeout(5_000),
    },
    pool: {
      query: async (text: string) => {
        if (text.includes('jid = $3')) return { rows: [], rowCount: isWritten ? 1 : 0 };
        if (!text.includes('with due')) return { rows: [] };
        asked += 1;
        // Whoever is due is asked for again once that is done: there is nobody left.
        if (asked > 1) told.resolve();
        return { rows: asked > 1 ? [] : [{ contact_id: clara, jid: '5511900000001@s.whatsapp.net' }] };
      },
    } as never,
    kept: {
      keep: async () => '/new',
      keepOnly: async (_whose, address) => void left.push(address),
    },
  });
  const profilePictureUrl = async () => {
    await meanwhile?.();
    isWritten = !meanwhile;
    return 'https://theirs';
  };
  const socket = { profilePictureUrl } as never;
  let isDone = false;
  void told.promise.then(() => {
    isDone = true;
  });
  while (!isDone) {
    pictures.changed('somebody');
    pictures.look(socket);
    await new Promise(resolve => setImmediate(resolve));
  }
  return left;
};

describe('the pictures that are kept of a contact', () => {
  it('are the newest one', async () => {
    expect(await look()).toEqual(['/new']);
  });
  it('are none of who may be another: where they wrote is not known any more', async () => {
    accepted(await commands.contact.merge(bySystem(), { contactId: clara, otherId: rita }));
    const parted = () => commands.contact.unmerge(bySystem(), { contactId: clara, otherId: rita });
    expect(await look(parted)).toEqual([null]);
    await commands.contact.refresh(companyId, { contactId: clara });
    expect(commands.contact.hasNoPicture(companyId, { contactId: clara })).toBe(true);
  });
  it('are none of who was removed', async () => {
    await commands.contact.remove(bySystem(), { contactId: clara });
    expect(await look()).toEqual([null]);
  });
  it('are those that were there, of who is merged: the merge may be undone', async () => {
    await commands.contact.merge(bySystem(), { contactId: rita, otherId: clara });
    expect(await look()).toEqual([]);
  });
});
