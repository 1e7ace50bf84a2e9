import type { Simulator } from '../simulator.ts';
import type { Companion } from '../state/companions.ts';

/** The phone unlinks its devices: they are told (401) and their credentials are worthless from now on. */
export async function unlinkDevices(simulator: Simulator, phone: string): Promise<void> {
  for (const companion of simulator.companions.ofPhone(phone)) await unlinkDevice(simulator, companion);
}

export async function unlinkDevice(simulator: Simulator, companion: Companion): Promise<void> {
  simulator.companions.remove(companion.jid);
  simulator.changes.emit({ type: 'phone', number: companion.phone });
  await simulator.store.durable();
  const connection = simulator.online.get(companion.jid);
  connection?.send({
    tag: 'stream:error',
    attrs: { code: '401' },
    content: [{ tag: 'conflict', attrs: { type: 'device_removed' } }],
  });
  connection?.close();
}
