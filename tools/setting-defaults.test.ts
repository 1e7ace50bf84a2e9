import { expect, it } from 'vitest';
import { settingsWithoutDefault } from './setting-defaults.ts';
import { importsOf, sourceFiles } from './source-files.ts';

const file = (path: string, text: string) => ({ path, text, imports: importsOf(text) });

it('finds who reads a setting past its default', () => {
  const files = [
    file('connector/a.ts', `({ key, value }) => key === 'connectionType' && value === 'enabled'`),
    file('projections/b.ts', `where s.key = 'useContactWallet' and s.value = 'enabled'`),
    file('commands/c.ts', `state.settings.userCreation === 'disabled'`),
    file('commands/d.ts', `settings.autoCloseHours.fallback`),
    file('commands/e.ts', `settingsOf(company).userCreation === 'disabled'`),
  ];
  expect(settingsWithoutDefault(files)).toEqual([
    'connector/a.ts reads the setting connectionType past its default',
    'projections/b.ts reads the setting useContactWallet past its default',
    'commands/c.ts reads the setting userCreation past its default',
  ]);
});

it('finds nobody in the product', () => {
  expect(settingsWithoutDefault(sourceFiles())).toEqual([]);
});
