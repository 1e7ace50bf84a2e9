import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signCheckpoint } from './checkpoint.ts';
import { keyOf, leavesOf, noted, signAt, verifyAgainst } from './testing/histories.ts';

const events = Array.from({ length: 30 }, (_, n) => noted(n));
const kept = leavesOf(events);
const signed = signAt(events, [10, 20]);
const all = { kept, inLog: signed, outside: signed };
const faultOf = async (...evidence: Parameters<typeof verifyAgainst>) =>
  (await verifyAgainst(...evidence)).fault;
const eleventh = { sequence: 12, eventId: events[11]?.id, type: 'Noted', position: 12 * 128 };
const changed = events.with(11, { ...noted(11, 'other words'), id: events[11]?.id ?? '' });
const without = events.toSpliced(11, 1);
const intruder = noted(11, 'never said');

describe('verifying a history', () => {
  it('says up to where checkpoints prove it, and finds no fault where there is none', async () => {
    expect(await verifyAgainst(events, { ...all, outside: signed.slice(0, 1) })).toEqual({
      ...{ size: 30, kept: 30, keptDiffers: false, fault: null, lastAt: '2026-01-02T03:04:05.678Z' },
      outside: { sequence: 10, at: '2026-01-02T03:04:05.678Z' },
      signed: { sequence: 20, at: '2026-01-02T03:04:05.678Z' },
      ...{ checkpointsInLog: 2, checkpointsOutside: 1, damagedLines: 0 },
    });
    expect(await verifyAgainst([], {})).toMatchObject({ size: 0, signed: null, outside: null, fault: null });
  });

  it('names the first event of which a byte was changed', async () => {
    expect(await faultOf(changed, all)).toEqual({
      ...{ ...eleventh, kind: 'changed', until: null, evidence: 'outside' },
    });
    expect(await verifyAgainst(changed, all)).toMatchObject({
      outside: { sequence: 10 },
      signed: { sequence: 10 },
    });
  });

  it('names an event that was removed, inserted or moved', async () => {
    expect(await faultOf(without, all)).toMatchObject({ ...eleventh, position: 13 * 128, kind: 'missing' });
    const inserted = events.toSpliced(11, 0, intruder);
    expect(await faultOf(inserted, all)).toMatchObject({
      ...{ kind: 'inserted', sequence: 12, eventId: intruder.id, evidence: 'outside' },
    });
    const moved = [...without.slice(0, 15), ...events.slice(11, 12), ...without.slice(15)];
    expect(await faultOf(moved, all)).toMatchObject({ kind: 'moved', eventId: events[11]?.id });
    const elsewhere = events.map((event, n) => (n === 11 ? { ...event, stream: `${event.stream}x` } : event));
    expect(await faultOf(elsewhere, all)).toMatchObject({ ...eleventh, kind: 'changed' });
  });

  it('names the first event of an end that was cut off', async () => {
    expect(await faultOf(events.slice(0, 11), all)).toMatchObject({
      ...{ ...eleventh, position: 11 * 128, kind: 'cut-off', evidence: 'outside' },
    });
  });

  it('finds by the file outside that the end is cut off where log and database were cut alike', async () => {
    const short = events.slice(0, 10);
    const cut = { kept: leavesOf(short), inLog: signed.slice(0, 1) };
    expect(await faultOf(short, { ...cut, outside: signed })).toEqual({
      ...{ kind: 'cut-off', sequence: 11, until: 20, eventId: null, type: null },
      ...{ position: 10 * 128, evidence: 'outside' },
    });
    expect(await faultOf(short, cut)).toBeNull();
    const later = events.slice(0, 15);
    expect(await faultOf(later, { ...cut, kept: leavesOf(later), outside: signed })).toMatchObject({
      ...{ kind: 'missing-between', sequence: 11, until: 20 },
    });
  });

  it('says between which checkpoints the fault lies where nothing was kept, or that was changed as well', async () => {
    const between = { kind: 'changed-between', sequence: 11, until: 20, eventId: null, evidence: 'outside' };
    expect(await faultOf(changed, { ...all, kept: [] })).toMatchObject(between);
    expect(await faultOf(changed, { ...all, kept: leavesOf(changed) })).toMatchObject(between);
    expect(await faultOf(changed, { kept: leavesOf(changed), inLog: signed })).toMatchObject({
      ...between,
      evidence: 'signed',
    });
  });

  it('says of what no checkpoint covers yet that only the database has kept it', async () => {
    const late = events.with(25, { ...noted(25, 'x'), id: events[25]?.id ?? '' });
    expect(await faultOf(late, all)).toMatchObject({ kind: 'changed', sequence: 26, evidence: 'kept' });
    expect(await faultOf(events.slice(0, 28), all)).toMatchObject({ kind: 'cut-off', evidence: 'kept' });
  });

  it('does not blame a log that checkpoints prove right for what the database has kept', async () => {
    const report = await verifyAgainst(events, { ...all, kept: leavesOf(changed) });
    expect(report).toMatchObject({ fault: null, keptDiffers: true, outside: { sequence: 20 } });
  });

  it('finds that the file outside is gone or lacks checkpoints that the log has, but for the newest on its way', async () => {
    const file = { sequence: 10, eventId: null, type: null, position: null, evidence: 'signed' };
    const missing = { ...file, kind: 'file-missing', until: 10 };
    expect(await faultOf(events, { kept, inLog: signed })).toEqual(missing);
    expect(await faultOf(events, { kept, inLog: signed.slice(0, 1) })).toBeNull();
    expect(await faultOf(events, { kept, inLog: signed, mustBeOutside: 2 })).toEqual({
      ...missing,
      until: 20,
    });
    const short = { ...file, kind: 'file-short' };
    expect(await faultOf(events, { ...all, outside: signed.slice(1) })).toEqual({ ...short, until: 10 });
    expect(await faultOf(events, { ...all, outside: signed.slice(0, 1), mustBeOutside: 2 })).toEqual({
      ...{ ...short, sequence: 20, until: 20 },
    });
    expect(await faultOf(changed, { kept, inLog: signed, mustBeOutside: 2 })).toMatchObject({
      kind: 'changed',
    });
  });

  it('takes no checkpoint of another key, of other words or of another place', async () => {
    const others = signAt(changed, [10, 20], keyOf(2));
    const wrong = { kind: 'checkpoint', until: 10 };
    expect(await faultOf(changed, { inLog: others, publicKey: keyOf(1).publicKey })).toMatchObject(wrong);
    expect(await faultOf(changed, { inLog: others, outside: signed })).toMatchObject(wrong);
    const [first, second] = signed;
    if (!first || !second) throw new Error('nothing is signed');
    const rootOnly = { ...second, root: signAt(changed, [20])[0]?.root ?? '' };
    expect(await faultOf(changed, { inLog: [first, rootOnly] })).toMatchObject({
      kind: 'checkpoint',
      until: 20,
    });
    expect(await faultOf(events, { inLog: [second] })).toMatchObject({ kind: 'checkpoint', until: 20 });
    const alone = signCheckpoint({ ...second, companyId: crypto.randomUUID() }, keyOf(1));
    expect(await faultOf(events, { outside: [first, alone] })).toMatchObject({ kind: 'checkpoint' });
  });

  it('finds each change of any event that a checkpoint covers', async () => {
    const kinds = fc.constantFrom('change', 'remove', 'insert');
    await fc.assert(
      fc.asyncProperty(fc.nat(19), kinds, async (at, kind) => {
        const event = events[at];
        if (!event) return;
        const said = {
          change: events.with(at, { ...event, data: Buffer.concat([event.data, Buffer.of(32)]) }),
          remove: events.toSpliced(at, 1),
          insert: events.toSpliced(at, 0, intruder),
        }[kind];
        const fault = await faultOf(said ?? [], all);
        expect(fault).toMatchObject({ sequence: at + 1, evidence: 'outside' });
        expect(fault?.eventId).toBe(kind === 'insert' ? intruder.id : event.id);
      }),
      { numRuns: 60 },
    );
  });
});
