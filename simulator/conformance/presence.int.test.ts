import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, ANA_LID, BOB, PHONE, type Scene, setScene } from '../testing/scene.ts';

const GROUP = '120363000000000002@g.us';

describe('presence and typing', () => {
  let scene: Scene;
  const seen = async (lastKnownPresence: string, chat = ANA_LID) => {
    const update = await scene.company.told(
      'presence.update',
      ({ id, presences }) =>
        id === chat && Object.values(presences).some(each => each.lastKnownPresence === lastKnownPresence),
    );
    return update.presences[ANA_LID];
  };
  const appear = (presence: object) => scene.simulator.put(`/contacts/${ANA}/presence`, presence);
  const type = (state: object) =>
    scene.simulator.post(`/contacts/${ANA}/typing`, { to: PHONE, on: true, ...state });

  beforeAll(async () => {
    scene = await setScene();
    await scene.simulator.post('/groups', { id: GROUP, subject: 'Friends', members: [ANA, BOB, PHONE] });
  });
  afterAll(() => scene.end());

  it('of a contact reach who asked for them', async () => {
    await appear({ available: false, lastSeen: 1_700_000_000 });
    await scene.company.socket.presenceSubscribe(ANA_LID);
    expect(await seen('unavailable')).toMatchObject({ lastSeen: 1_700_000_000 });
    await appear({ available: true });
    await seen('available');
  });

  it('hide the last time when the contact does not tell it', async () => {
    await scene.company.socket.presenceSubscribe(ANA_LID);
    await appear({ available: false, lastSeen: null });
    await scene.company.told('presence.update', ({ presences }) => {
      const { lastKnownPresence, lastSeen } = presences[ANA_LID] ?? {};
      return lastKnownPresence === 'unavailable' && lastSeen === undefined;
    });
  });

  it('show a contact composing, recording, and stopping', async () => {
    await type({});
    await seen('composing');
    await type({ recording: true });
    await seen('recording');
    const { length } = scene.company.events.of('presence.update');
    await type({ on: false });
    await scene.company.until('the pause', () =>
      scene.company.events
        .of('presence.update')
        .slice(length)
        .some(({ presences }) => presences[ANA_LID]?.lastKnownPresence === 'available'),
    );
  });

  it('name the member who types in a group', async () => {
    await type({ to: GROUP });
    await seen('composing', GROUP);
  });

  it('show the contact what the company does', async () => {
    const { socket } = scene.company;
    const told = (cause: () => Promise<unknown>, type = 'typing') => scene.simulator.nextEvent(type, cause);
    const typing = { type: 'typing', from: PHONE, to: ANA };
    expect(await told(() => socket.sendPresenceUpdate('composing', ANA_LID))).toEqual({
      ...typing,
      on: true,
    });
    expect(await told(() => socket.sendPresenceUpdate('recording', ANA_LID))).toEqual({
      ...typing,
      on: true,
      recording: true,
    });
    expect(await told(() => socket.sendPresenceUpdate('paused', ANA_LID))).toEqual({ ...typing, on: false });
    // The library comes and goes only under a name, which it learns from the account's phone.
    await scene.simulator.post(`/phones/${PHONE}/messages`, { to: ANA, text: 'From the phone' });
    await scene.company.told('creds.update', ({ me }) => me?.name === 'Acme');
    expect(await told(() => socket.sendPresenceUpdate('unavailable'), 'presence')).toEqual({
      type: 'presence',
      number: PHONE,
      available: false,
    });
  });
});
