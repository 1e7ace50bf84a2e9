import { describe, expect, it } from 'vitest';
import { setCompanyZone } from './company-zone.ts';
import {
  badgeCount,
  dateAndSeconds,
  dateAndTime,
  dayAndMonth,
  dayLabel,
  dayOfMoment,
  initials,
  listTime,
  localDateAndTime,
  phoneNumber,
} from './formats.ts';

/** By the clocks of São Paulo, three hours behind UTC. */
const now = new Date(Date.UTC(2026, 10, 21, 15, 0));
const at = (day: number, hour = 9): string => new Date(Date.UTC(2026, 10, day, hour + 3, 5)).toISOString();

describe('formats', () => {
  it('go by the clocks of the company, wherever the browser is', () => {
    const lateEvening = '2026-11-21T02:30:00.000Z';
    expect([listTime(lateEvening, now, 'pt-BR'), dateAndTime(lateEvening, 'pt-BR')]).toEqual([
      ...['ontem', '20/11/2026, 23:30'],
    ]);
    setCompanyZone('America/Noronha');
    expect([listTime(lateEvening, now, 'pt-BR'), dateAndTime(lateEvening, 'pt-BR')]).toEqual([
      ...['00:30', '21/11/2026, 00:30'],
    ]);
    setCompanyZone('America/Sao_Paulo');
  });

  it('write the day of a moment as they write its time', () => {
    const lateEvening = '2026-11-21T02:30:00.000Z';
    const days = ['pt-BR', 'en', 'es'].map(language => dayOfMoment(lateEvening, language));
    expect(days).toEqual(['20/11/2026', '20/11/2026', '20/11/2026']);
  });

  it('write a local time as they write a moment', () => {
    expect(localDateAndTime('2026-11-05T14:07')).toBe('05/11/2026 14:07');
  });

  it.each(['pt-BR', 'en', 'es'])('write DD/MM/YYYY in %s', language => {
    const moment = '2026-03-02T17:04:05.000Z';
    expect([
      dateAndTime(moment, language),
      dateAndSeconds(moment, language),
      dayOfMoment(moment, language),
      listTime(moment, now, language),
      dayAndMonth('2026-03-02'),
    ]).toEqual(['02/03/2026, 14:04', '02/03/2026, 14:04:05', '02/03/2026', '02/03/2026', '02/03']);
  });

  it('shows the time today, then yesterday, the weekday and the date', () => {
    expect(listTime(at(21), now, 'pt-BR')).toBe('09:05');
    expect(listTime(at(20, 23), now, 'pt-BR')).toBe('ontem');
    expect(listTime(at(17), now, 'pt-BR')).toBe('terça-feira');
    expect(listTime(at(1), now, 'pt-BR')).toBe('01/11/2026');
  });

  it('names the days of a conversation', () => {
    expect(dayLabel(at(21), now, 'pt-BR')).toBe('hoje');
    expect(dayLabel(at(20), now, 'en')).toBe('yesterday');
    expect(dayLabel(at(1), now, 'pt-BR')).toBe('1 de novembro de 2026');
  });

  it('counts to 99', () => {
    expect([badgeCount(0), badgeCount(99), badgeCount(100)]).toEqual(['0', '99', '99+']);
  });

  it('writes Brazilian numbers as people read them', () => {
    expect(phoneNumber('5511988887777')).toBe('+55 11 98888-7777');
    expect(phoneNumber('14155550100')).toBe('+14155550100');
    expect(phoneNumber('123-456@g')).toBe('123-456@g');
  });

  it('takes the first letters of the first and last name', () => {
    expect([initials('Carla de Souza'), initials('ana'), initials('😀')]).toEqual(['CS', 'A', '#']);
    expect([initials('Marina (trabalho)'), initials('“Zé” Silva')]).toEqual(['MT', 'ZS']);
    expect(initials('E\u0301lcio A\u0303')).toBe('E\u0301A\u0303');
  });
});
