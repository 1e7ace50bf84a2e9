import { describe, expect, it } from 'vitest';
import { settingKeys, settings, settingsFrom, settingValue, shownSettings } from './settings.ts';

describe('the settings of a company', () => {
  it('have fallbacks that are values of theirs', () => {
    for (const key of settingKeys)
      expect([key, settingValue(settings[key], settings[key].fallback)]).toEqual([
        key,
        settings[key].fallback,
      ]);
  });
  it('are all there, whatever was said', () => {
    expect(settingsFrom([])).toMatchObject({
      call: 'enabled',
      userRating: 'disabled',
      timeZone: 'America/Sao_Paulo',
    });
    expect(Object.keys(settingsFrom([{ key: 'asaas', value: 'segredo' }]))).toEqual([...settingKeys]);
    expect(settingsFrom([{ key: 'call', value: 'disabled' }]).call).toBe('disabled');
  });
  it('fall back where what was once said is no value any more', () => {
    expect(settingsFrom([{ key: 'call', value: 'sim' }]).call).toBe('enabled');
    expect(settingsFrom([], { autoCloseHours: '8' }).autoCloseHours).toBe('8');
    expect(
      settingsFrom([{ key: 'autoCloseHours', value: '2' }], { autoCloseHours: '8' }).autoCloseHours,
    ).toBe('2');
  });
  it('are shown to everybody as far as their screens go by them', () => {
    const shown = shownSettings(settingsFrom([]), false).map(({ key }) => key);
    expect(shown).toContain('connectionType');
    expect(shown).not.toContain('call');
    expect(shownSettings(settingsFrom([]), true).map(({ key }) => key)).toEqual([...settingKeys]);
  });
});
