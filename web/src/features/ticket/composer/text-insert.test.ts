import { describe, expect, it } from 'vitest';
import { insertAt } from './text-insert.ts';

describe('what is put into a text', () => {
  it('stands at the cursor, which comes after it', () => {
    expect(insertAt({ text: 'Bom dia', start: 3, end: 3 }, '😀')).toEqual({ text: 'Bom😀 dia', caret: 5 });
  });

  it('replaces what was selected', () => {
    expect(insertAt({ text: 'Bom dia', start: 4, end: 7 }, '☀️')).toEqual({ text: 'Bom ☀️', caret: 6 });
  });

  it('goes to the end of a text that has become shorter than the cursor knew', () => {
    expect(insertAt({ text: 'Oi', start: 9, end: 9 }, '👋')).toEqual({ text: 'Oi👋', caret: 4 });
  });
});
