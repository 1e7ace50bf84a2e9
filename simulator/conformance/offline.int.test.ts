import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, ANA_LID, BOB, PHONE, type Scene, setScene } from '../testing/scene.ts';

const GROUP = '120363000000000006@g.us';

describe('after an outage', () => {
  let scene: Scene;
  const lose = async () => {
    const closed = scene.company.closed();
    await scene.simulator.post('/faults', { closeWith: 'cut' });
    await closed;
  };

  beforeAll(async () => {
    scene = await setScene();
    await scene.simulator.post('/groups', { id: GROUP, subject: 'Friends', members: [ANA, BOB, PHONE] });
    await scene.company.told('groups.upsert');
  });
  afterAll(() => scene.end());

  it('everything that waited comes as offline, in order, before the connection is said to be up to date', async () => {
    const sent = await scene.company.send(ANA_LID, { text: 'Are you there?' });
    await scene.company.status(sent, 3);
    await lose();
    const texts = ['One', 'Two', 'Three'];
    for (const text of texts) await scene.simulator.write(ANA, { to: PHONE, text });
    await scene.simulator.write(BOB, { group: GROUP, text: 'In the group' });
    await scene.simulator.post(`/contacts/${ANA}/read`, { with: PHONE });
    await scene.simulator.post(`/groups/${GROUP}/changes`, { by: ANA, action: 'subject', subject: 'Foes' });
    const counted = new Promise(resolve => {
      scene.company.connect();
      scene.company.socket.ws.on('CB:ib,,offline', resolve);
    });
    await scene.company.connection(update => update.receivedPendingNotifications === true);
    expect(await counted).toMatchObject({ content: [{ tag: 'offline', attrs: { count: '6' } }] });
    await scene.company.told(
      'messages.upsert',
      ({ type, messages }) =>
        type === 'append' && messages.some(each => each.message?.conversation === 'Three'),
    );
    await scene.company.told('groups.update', ([each]) => each?.subject === 'Foes');
    await scene.company.status(sent, 4);
    const received = scene.company.messages.map(each => each.message?.conversation).filter(Boolean);
    expect(received).toEqual([...texts, 'In the group']);
    await scene.simulator.untilQueueEmpty();
  });

  it('an unacknowledged message comes again, and only then leaves the queue', async () => {
    await scene.simulator.post('/faults', { silent: true });
    await scene.simulator.write(ANA, { to: PHONE, text: 'Into silence' });
    const closed = scene.company.closed();
    await scene.company.disconnect();
    await closed;
    await scene.simulator.post('/faults', { silent: false });
    expect(await scene.simulator.get('/stats')).toMatchObject({ queued: 1 });
    await scene.company.login();
    await scene.company.until('the message', () =>
      scene.company.messages.some(each => each.message?.conversation === 'Into silence'),
    );
    await scene.simulator.untilQueueEmpty();
  });
});
