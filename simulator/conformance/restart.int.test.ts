import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCompanion, trustSimulator } from '../testing/companion.ts';
import { oneLockRepository } from '../testing/one-lock-repository.ts';
import { OpenedTexts } from '../testing/opened-texts.ts';
import { ANA, ANA_LID, addPeople, BOB, PHONE } from '../testing/scene.ts';
import { SimulatorProcess } from '../testing/simulator-process.ts';

const KILLS = 3;
const PER_ROUND = 24;
const NOTHING_BROKEN = { undecryptable: 0 };

describe('the simulator killed under load', () => {
  const running = new SimulatorProcess();
  const opened = new OpenedTexts();
  let company: TestCompanion;
  let line: { cut: Promise<void>; back: Promise<unknown> };
  let over = false;

  beforeAll(async () => {
    await running.start();
    await addPeople(running.client);
    company = new TestCompanion(running.client, await trustSimulator(running.client), {
      makeSignalRepository: opened.recording(oneLockRepository),
    });
    await company.pair(PHONE);
  });
  afterAll(async () => {
    over = true;
    await company.disconnect();
    await running.remove();
  });

  /** Writes as the contact until the simulator says that it has it; the same id all the while. */
  const writeForSure = async (contact: string, id: string) => {
    for (;;) {
      try {
        await running.up();
        await running.client.write(contact, { to: PHONE, id, text: id });
        return;
      } catch {
        // It died before it could answer: the same message again, to its successor.
      }
    }
  };

  /** Stays logged in from now on: whenever the line breaks, it logs in again once the simulator is back. */
  const stayLoggedIn = () => {
    const cut = Promise.withResolvers<void>();
    line = { cut: cut.promise, back: Promise.resolve() };
    company.socket.ev.on('connection.update', ({ connection }) => {
      if (connection !== 'close' || over) return;
      line.back = running
        .up()
        .then(() => company.login())
        .then(stayLoggedIn);
      cut.resolve();
    });
  };

  const acknowledged = (id: string) => company.acks.some(ack => ack.id === id && !ack.error);

  /** Sends as the company until the simulator acknowledges; the same id all the while. */
  const sendForSure = async (id: string) => {
    while (!acknowledged(id)) {
      await line.back;
      const { cut } = line;
      await company.send(ANA_LID, { text: id }, { messageId: id }).catch(() => undefined);
      await Promise.race([cut, company.until(`ack of ${id}`, () => acknowledged(id))]);
    }
  };

  it('loses nothing, shows everything once, and breaks no ratchet', async () => {
    const inbound: string[] = [];
    const outbound: string[] = [];
    stayLoggedIn();
    for (let round = 0; round <= KILLS; round += 1) {
      const written = Array.from({ length: PER_ROUND }, (_, n) => `3A${round}IN${n}`);
      const sent = Array.from({ length: PER_ROUND }, (_, n) => `3EB0${round}OUT${n}`);
      inbound.push(...written);
      outbound.push(...sent);
      const load = Promise.all([
        inTurn(written, (id, n) => writeForSure(n % 2 === 0 ? ANA : BOB, id)),
        inTurn(sent, sendForSure),
      ]);
      if (round < KILLS) {
        await opened.until(written[PER_ROUND / 4] ?? '');
        expect(await running.client.get('/stats')).toMatchObject(NOTHING_BROKEN);
        await running.end('SIGKILL');
        await running.start();
      }
      await load;
    }
    for (const id of inbound) await opened.until(id);
    await running.client.untilQueueEmpty();
    // What was opened just before a crash comes again: it is given up or asked for anew, as the library sees it.
    const reached = new Set(opened.all.filter(text => text.startsWith('3A')));
    expect([...reached].sort()).toEqual(inbound.toSorted());
    // The library tells nothing wrong; what it has not told when its line is cut, it forgets.
    const readable = company.messages.filter(each => each.message?.conversation?.startsWith('3A'));
    expect(readable.every(each => each.message?.conversation === each.key.id)).toBe(true);
    const shown = await running.client.shown(ANA, PHONE);
    expect(
      shown
        .filter(each => !each.fromMe)
        .map(each => each.id)
        .sort(),
    ).toEqual(outbound.toSorted());
    expect(shown.filter(each => each.id.startsWith('3EB0')).every(each => each.text === each.id)).toBe(true);
    expect(await running.client.get('/stats')).toMatchObject({ ...NOTHING_BROKEN, queued: 0 });
  });
});

async function inTurn(ids: string[], work: (id: string, n: number) => Promise<void>): Promise<void> {
  for (const [n, id] of ids.entries()) await work(id, n);
}
