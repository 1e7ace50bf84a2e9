import { describe, expect, it } from 'vitest';
import { changeText, isTime, maskedDay, maskedTime, shownDay, typedDay } from './hours-text.ts';

describe('the mask of a time', () => {
  it('puts the colon where it belongs, while digits are typed and taken away', () => {
    expect(['0', '08', '083', '0830', '08:30', '08:305', '8h30', '08:'].map(maskedTime)).toEqual([
      ...['0', '08', '08:3', '08:30', '08:30', '08:30', '83:0', '08'],
    ]);
  });
  it('takes times of a clock, and 24:00 as an end', () => {
    expect(['08:30', '23:59', '24:00', '8:30', '12:60'].map(time => isTime(time, true))).toEqual([
      ...[true, true, true, false, false],
    ]);
    expect(isTime('24:00', false)).toBe(false);
  });
});

describe('the day of a holiday', () => {
  it('is typed as people write days', () => {
    expect([maskedDay('2412'), maskedDay('24122026')]).toEqual(['24/12', '24/12/2026']);
    expect([typedDay('24/12'), typedDay('24/12/2026')]).toEqual(['12-24', '2026-12-24']);
  });
  it('is shown so, the next one where it moves', () => {
    expect(['12-24', '2026-12-24', 'easter-2'].map(day => shownDay({ day }, '2026-11-23'))).toEqual([
      ...['24/12', '24/12/2026', '26/03/2027'],
    ]);
  });
});

describe('until when', () => {
  const now = new Date('2026-11-23T15:00:00Z');
  const at = (changesAt: string | null) =>
    changeText(
      { isOpen: true, changesAt: changesAt ? new Date(changesAt) : null },
      now,
      'America/Sao_Paulo',
      'pt-BR',
    );
  it('is a time today, and another day is named', () => {
    expect(at('2026-11-23T21:00:00Z')).toBe('18:00');
    expect(at('2026-11-24T03:00:00Z')).toBe('24:00');
    expect(at('2026-11-24T11:00:00Z')).toBe('terça-feira, 24/11, 08:00');
    expect(at(null)).toBe('');
  });
});
