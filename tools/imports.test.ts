import { describe, expect, it } from 'vitest';
import { forbiddenImports, importCircles } from './imports.ts';
import { importsOf } from './source-files.ts';

const file = (path: string, text: string) => ({ path, text, imports: importsOf(text) });

describe('import table', () => {
  it('refuses I/O and other folders in the domain', () => {
    const files = [
      file(
        'domain/ticket/decide.ts',
        `import fs from 'node:fs';\nimport { x } from '#commands/handle.ts';\nimport { z } from 'zod';`,
      ),
    ];
    expect(forbiddenImports(files)).toEqual([
      'domain/ticket/decide.ts imports node:fs',
      'domain/ticket/decide.ts imports #commands/handle.ts',
    ]);
  });

  it('sees relative ways out of a folder, exports and dynamic imports', () => {
    const text = `export { a } from '../../gateway/app.ts';\nconst b = await import('#gateway/app.ts');\nimport '#gateway/x.ts';`;
    expect(forbiddenImports([file('commands/ticket/a.ts', text)])).toHaveLength(3);
  });

  it('sees imports of several lines', () => {
    expect(
      forbiddenImports([file('domain/a.ts', `import {\n  one,\n  two,\n} from '#eventstore/types.ts';`)]),
    ).toHaveLength(1);
  });

  it('lets a composition root, tests and tools reach more', () => {
    const text = `import { runService } from '#start/service.ts';`;
    expect(
      forbiddenImports([
        file('gateway/main.ts', text),
        file('gateway/a.test.ts', text),
        file('tools/a.ts', text),
      ]),
    ).toEqual([]);
    expect(forbiddenImports([file('gateway/app.ts', text)])).toHaveLength(1);
  });

  it('lets the web take lifecycles and types of the domain, no deciders', () => {
    const text = `import { l } from '#domain/ticket/lifecycle.ts';\nimport type { T } from '#domain/ticket/ticket.ts';\nimport { d } from '#domain/ticket/decide.ts';`;
    expect(forbiddenImports([file('web/src/a.tsx', text)])).toEqual([
      'web/src/a.tsx imports #domain/ticket/decide.ts',
    ]);
  });
});

describe('the layers of the screens', () => {
  const imports = (path: string, ...specifiers: readonly string[]) =>
    forbiddenImports([file(path, specifiers.map(each => `import { x } from '${each}';`).join('\n'))]);

  it('import what is below them, and the texts', () => {
    const below = ['../../kit/a.tsx', '../../live/b.ts', '../../api/c.ts', '../../shared/d.ts', './e.ts'];
    expect(imports('web/src/features/tags/page.tsx', ...below, '../../i18n/i18n.ts')).toEqual([]);
    expect(imports('web/src/app/shell.tsx', '../features/tags/page.tsx')).toEqual([]);
  });

  it.each([
    ['web/src/shared/a.ts', '../api/b.ts'],
    ['web/src/api/a.ts', '../live/b.ts'],
    ['web/src/live/a.ts', '../kit/b.ts'],
    ['web/src/kit/a.ts', '../features/tags/b.ts'],
    ['web/src/features/tags/a.ts', '../../app/b.ts'],
    ['web/src/i18n/i18n.ts', '../api/b.ts'],
  ])('do not import what is above: %s', (path, specifier) => {
    expect(imports(path, specifier)).toEqual([`${path} imports ${specifier}`]);
  });

  it('keep one feature out of another', () => {
    expect(imports('web/src/features/tags/a.ts', '../ticket/b.ts')).toHaveLength(1);
    expect(imports('web/src/features/ticket/media/a.ts', '../composer/b.ts')).toEqual([]);
  });
});

describe('import circles', () => {
  it('finds a circle of values and no circle of types', () => {
    const a = file('domain/a.ts', `import { b } from './b.ts';`);
    expect(importCircles([a, file('domain/b.ts', `import { a } from '#domain/a.ts';`)])).toEqual([
      'domain/a.ts → domain/b.ts → domain/a.ts',
    ]);
    expect(importCircles([a, file('domain/b.ts', `import type { A } from './a.ts';`)])).toEqual([]);
  });
});
