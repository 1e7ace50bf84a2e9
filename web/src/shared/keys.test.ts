import { describe, expect, it } from 'vitest';
import { altLetter, isWriting } from './keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  ...{ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...more,
});

describe('keys that write', () => {
  it.each(['r', 'R', 'ç', 'é', '1', '/', '?', '😀', 'Dead', 'Process'])('%s does', key => {
    expect(isWriting(press(key))).toBe(true);
  });

  it.each([' ', 'Enter', 'Escape', 'Tab', 'ArrowDown', 'F5', 'Shift', 'AltGraph'])('%s does not', key => {
    expect(isWriting(press(key))).toBe(false);
  });

  it('nothing with Ctrl or ⌘ does', () => {
    expect(isWriting(press('k', { ctrlKey: true }))).toBe(false);
    expect(isWriting(press('v', { metaKey: true }))).toBe(false);
  });

  it('a sign of AltGr does, which Windows tells as Ctrl and Alt', () => {
    expect(isWriting(press('/', { ctrlKey: true, altKey: true }))).toBe(true);
  });

  it('a letter with Alt does not, but the sign that a Mac makes of it does', () => {
    expect(isWriting(press('r', { altKey: true }))).toBe(false);
    expect(isWriting(press('ç', { altKey: true, code: 'KeyC' }))).toBe(true);
  });
});

describe('the letter with Alt', () => {
  it('is the letter, however large it is', () => {
    expect(altLetter(press('r', { altKey: true }))).toBe('r');
    expect(altLetter(press('A', { altKey: true }))).toBe('a');
  });

  it('is found by its place where the key tells a sign', () => {
    expect(altLetter(press('®', { altKey: true, code: 'KeyR' }))).toBe('r');
  });

  it('is none with other keys or without Alt', () => {
    expect(altLetter(press('r'))).toBeUndefined();
    expect(altLetter(press('r', { altKey: true, ctrlKey: true }))).toBeUndefined();
    expect(altLetter(press('1', { altKey: true, code: 'Digit1' }))).toBeUndefined();
  });
});
