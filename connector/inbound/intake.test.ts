import { describe, expect, it } from 'vitest';
import { openIntake } from './intake.ts';
import type { Journal } from './journal.ts';
import type { JournalRow } from './journal-entry.ts';
import { createLanes } from './lanes.ts';

const row = (seq: number): JournalRow => ({
  ...{ seq, chat: '1@lid', participant: '', stanzaId: String(seq), encIndex: 0, plain: null },
  attrs: {
    ...{ id: String(seq), fromMe: false, remoteJid: '1@lid', remoteJidAlt: null, participant: null },
    ...{ participantAlt: null, sentAt: 0, pushName: null },
  },
});

/** An intake over a journal whose readings answer when they are told to. */
const opened = () => {
  const readings: ((rows: JournalRow[]) => void)[] = [];
  const taken: number[] = [];
  const lanes = createLanes(4);
  const unhandled: Journal['unhandled'] = () => new Promise(resolve => readings.push(resolve));
  const intake = openIntake({
    ...{ account: 'a', lanes, signal: new AbortController().signal },
    journal: { unhandled } as Journal,
    take: async ({ seq }) => void taken.push(seq),
    onProblem: error => {
      throw error;
    },
  });
  const answer = async (...rows: JournalRow[]) => {
    await expect.poll(() => readings.length).toBeGreaterThan(0);
    readings.shift()?.(rows);
    await lanes.idle();
  };
  return { answer, intake, taken };
};

describe('what has been received', () => {
  it('is taken in after what an earlier run left', async () => {
    const { answer, intake, taken } = opened();
    intake.replay();
    intake.offer([row(3)]);
    await answer(row(1), row(2));
    await answer(row(3));
    await answer();
    intake.offer([row(4)]);
    await expect.poll(() => taken).toEqual([1, 2, 3, 4]);
  });

  it('is read again when it is to be tried again while it was being read', async () => {
    const { answer, intake, taken } = opened();
    intake.nudge();
    intake.replay();
    await answer();
    await answer(row(1));
    await expect.poll(() => taken).toEqual([1]);
  });
});
