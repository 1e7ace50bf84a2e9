import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANA, ANA_LID, PHONE, type Scene, setScene } from '../testing/scene.ts';

type Call = { id: string; status: string };

describe('calls', () => {
  let scene: Scene;
  const call = (video = false) => scene.simulator.post<Call>(`/contacts/${ANA}/calls`, { to: PHONE, video });
  const told = async (id: string, status: string) => {
    const [event] = await scene.company.told('call', ([each]) => each?.id === id && each.status === status);
    return event;
  };

  beforeAll(async () => {
    scene = await setScene();
  });
  afterAll(() => scene.end());

  it('ring with who calls, and whether by video', async () => {
    const { id } = await call(true);
    expect(await told(id, 'offer')).toMatchObject({
      from: ANA_LID,
      chatId: ANA_LID,
      callerPn: `${ANA}@s.whatsapp.net`,
      isVideo: true,
      isGroup: false,
      offline: false,
    });
    expect(await scene.simulator.post<Call>(`/calls/${id}/end`, { how: 'terminate' })).toMatchObject({
      status: 'ended',
    });
    expect(await told(id, 'terminate')).toMatchObject({ from: ANA_LID, isVideo: true });
  });

  it('leave a missed call when nobody answers', async () => {
    const { id } = await call();
    await scene.simulator.post(`/calls/${id}/end`, { how: 'timeout' });
    expect(await told(id, 'timeout')).toMatchObject({ isVideo: false });
    await scene.company.until('the missed call', () =>
      scene.company.messages.some(each => each.key.id === id && each.messageStubType),
    );
  });

  it('end when the company declines', async () => {
    const { id } = await call();
    await told(id, 'offer');
    const declined = scene.simulator.nextEvent('call', () => scene.company.socket.rejectCall(id, ANA_LID));
    expect(await declined).toMatchObject({ call: { id, status: 'rejected' } });
  });

  it('stop ringing when the phone itself takes the call', async () => {
    const { id } = await call();
    await scene.simulator.post(`/calls/${id}/end`, { how: 'accept' });
    await told(id, 'accept');
  });

  it('wait for a company that is offline', async () => {
    const closed = scene.company.closed();
    await scene.simulator.post('/faults', { closeWith: 'cut' });
    await closed;
    const { id } = await call();
    await scene.simulator.post(`/calls/${id}/end`, { how: 'timeout' });
    await scene.company.login();
    expect(await told(id, 'timeout')).toMatchObject({ offline: true });
    await scene.simulator.untilQueueEmpty();
  });
});
