import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, ANA_LID, BOB, PHONE, type Scene, setScene } from '../testing/scene.ts';

const ANA_JID = `${ANA}@s.whatsapp.net`;

describe('the address book of a phone', () => {
  let scene: Scene;
  const save = (contact: string, name: string | null) =>
    scene.simulator.put<{ addresses: object[] }>(`/phones/${PHONE}/addresses/${contact}`, { name });
  const told = () => scene.company.events.of('contacts.upsert').flat();
  const untilTold = (what: string, id: string, name: string | undefined) =>
    scene.company.until(what, () => {
      const last = told().findLast(contact => contact.id === id);
      return last !== undefined && last.name === name;
    });

  beforeAll(async () => {
    scene = await setScene();
  });
  afterAll(() => scene.end());

  it('is told to its companions by patches, as it changes', async () => {
    expect((await save(ANA, 'Ana da Farmácia')).addresses).toEqual([
      { number: ANA, name: 'Ana da Farmácia' },
    ]);
    await untilTold('a saved contact', ANA_JID, 'Ana da Farmácia');
    expect(told().at(-1)).toMatchObject({ id: ANA_JID, lid: ANA_LID, phoneNumber: ANA_JID });
    await save(BOB, 'Bob');
    await save(ANA, 'Ana Prado');
    await untilTold('another name', ANA_JID, 'Ana Prado');
    expect((await save(ANA, null)).addresses).toEqual([{ number: BOB, name: 'Bob' }]);
    await untilTold('a removal', ANA_JID, undefined);
  });

  it('is read from the beginning with what is in it by then', async () => {
    const { socket } = scene.company;
    const before = told().length;
    const { keys } = socket.authState;
    await keys.set({ 'app-state-sync-version': { critical_unblock_low: null } });
    await socket.resyncAppState(['critical_unblock_low'], true);
    await untilTold('Bob', `${BOB}@s.whatsapp.net`, 'Bob');
    await scene.company.until('all', () => told().length === before + 2);
    expect(
      told()
        .slice(before)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Bob', undefined]);
    const [state] = Object.values(await keys.get('app-state-sync-version', ['critical_unblock_low']));
    const bobAndTheFirstSetting = 2;
    expect(Object.keys(state?.indexValueMap ?? {})).toHaveLength(bobAndTheFirstSetting);
  });
});
