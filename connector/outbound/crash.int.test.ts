import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waIdOf } from '#commands/message/wa-id.ts';
import { silenceConsole } from '../silence-console.ts';
import { all, type Conversation, historyOf, openAttendant } from '../testing/attendant.ts';
import { openPremises, type Premises } from '../testing/connector-process.ts';
import { ANA, BOB, type Office, ofType, PHONE } from '../testing/office.ts';

const perContact = 24;

describe('what is on its way when the connector is killed', () => {
  let premises: Premises;
  let office: Office;
  let child: ChildProcess;
  const talks = new Map<string, Conversation>();

  beforeAll(async () => {
    silenceConsole();
    premises = await openPremises();
    ({ office } = premises);
    child = premises.launch();
    await office.pair();
    const attendant = openAttendant(office);
    for (const number of [ANA, BOB]) talks.set(number, await attendant.open({ number, name: number }));
  });
  afterAll(() => premises.end());

  const talk = (number: string): Conversation => {
    const found = talks.get(number);
    if (!found) throw new Error(`nobody talks with ${number}`);
    return found;
  };
  const killAndLaunch = async () => {
    await premises.kill(child);
    await office.pool.query('update connector.session set lease_until = now()');
    child = premises.launch();
  };
  const inOutbox = async (where: string) =>
    (await office.pool.query(`select from connector.outbox where ${where} limit 1`)).rowCount !== 0;

  it('is in doubt until confirmed, and comes once', { timeout: 60_000 }, async () => {
    await office.simulator.post('/faults', { dropAcks: true, dropReceipts: true });
    const messageId = await talk(ANA).say('chegou?');
    await office.simulator.untilShown(ANA, PHONE, shown => shown.some(({ id }) => id === waIdOf(messageId)));
    expect(await inOutbox("state = 'sending'")).toBe(true);
    await office.simulator.remove('/faults');
    await killAndLaunch();
    const events = await office.until('sent', all(['MessageSent', 'MessageDelivered'], [messageId]));
    expect(historyOf(events, messageId).slice(0, 2)).toEqual(['MessageQueued', 'MessageUnconfirmed']);
    const shown = await office.simulator.shown(ANA, PHONE);
    expect(shown.filter(({ id }) => id === waIdOf(messageId))).toHaveLength(1);
  });

  it('is not lost, doubled, reordered or half done, under load', { timeout: 180_000 }, async () => {
    const said: { number: string; messageId: string; count: number }[] = [];
    const changes: string[] = [];
    const load = async (number: string) => {
      const { say, edit, react, remove } = talk(number);
      for (let count = 0; count < perContact; count += 1) {
        const messageId = await say(`${number} ${count}`);
        said.push({ number, messageId, count });
        if (count % 3 === 0) changes.push(await edit(messageId, `${number} ${count} certo`));
        if (count % 4 === 0) changes.push(await react(messageId, '👍'));
        if (count % 6 === 5) changes.push(await remove(messageId));
      }
    };
    const settled = (events: Parameters<Parameters<Office['until']>[1]>[0]) =>
      new Set(
        (['MessageEdited', 'MessageReacted', 'MessageDeleted', 'MessageChangeRefused'] as const).flatMap(
          type => ofType(events, type).flatMap(({ data }) => data.changeId ?? []),
        ),
      );
    const loading = Promise.all([load(ANA), load(BOB)]);
    for (const share of [0.1, 0.35, 0.6, 0.85]) {
      await office.until(`${share} of the load`, events => {
        const { size } = settled(events);
        return ofType(events, 'MessageSent').length + size >= share * perContact * 2 * 1.75;
      });
      await killAndLaunch();
    }
    await loading;
    const events = await office.until('everything', found => {
      const over = settled(found);
      return (
        changes.every(id => over.has(id)) &&
        all(
          ['MessageSent', 'MessageDelivered', 'MessageDeleted'],
          said.map(({ messageId }) => messageId),
        )(found)
      );
    });
    expect(ofType(events, 'MessageChangeRefused')).toEqual([]);
    expect(ofType(events, 'MessageFailed')).toEqual([]);
    await office.simulator.untilQueueEmpty();

    for (const number of [ANA, BOB]) {
      const mine = said.filter(each => each.number === number);
      const known = new Map(mine.map(({ messageId, count }) => [waIdOf(messageId), count]));
      const shown = (await office.simulator.shown(number, PHONE)).filter(({ id }) => known.has(id));
      const counts = shown.map(({ id }) => known.get(id) ?? -1);
      expect(counts).toEqual([...counts].sort((one, other) => one - other));
      expect(new Set(counts).size).toBe(counts.length);
      for (const { id, text, reactions, revoked } of shown) {
        const count = known.get(id) ?? -1;
        const deleted = count % 6 === 5;
        expect([count, revoked]).toEqual([count, deleted]);
        if (deleted) continue;
        expect(text).toBe(count % 3 === 0 ? `${number} ${count} certo` : `${number} ${count}`);
        expect(reactions).toHaveLength(count % 4 === 0 ? 1 : 0);
      }
      const never = mine.filter(({ messageId }) => !shown.some(({ id }) => id === waIdOf(messageId)));
      expect(never.every(({ count }) => count % 6 === 5)).toBe(true);
    }
  });
});
