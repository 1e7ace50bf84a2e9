import { describe, expect, it } from 'vitest';
import { typeOf } from './schema-types.ts';

describe('a schema as a type', () => {
  it.each([
    ['a reference by its name', { $ref: '#/components/schemas/Message' }, 'Message'],
    ['a choice', { enum: ['thin', 'full'] }, '"thin" | "full"'],
    ['a constant', { const: 'queued' }, '"queued"'],
    ['what may be null', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    ['several types', { type: ['integer', 'number'] }, 'number'],
    ['a list', { type: 'array', items: { type: 'integer' } }, 'readonly (number)[]'],
    ['a file', { type: 'string', format: 'binary' }, 'Blob'],
    ['what is not known', {}, 'unknown'],
    [
      'values by name',
      { type: 'object', additionalProperties: { type: 'string' } },
      'Readonly<Record<string, string>>',
    ],
  ])('is %s', (_what, schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  it('is an object with what is optional and what is said of it', () => {
    const properties = { id: { type: 'string' }, body: { type: 'string', description: 'The text' } };
    expect(typeOf({ type: 'object', properties, required: ['id'] })).toBe(
      '{\nreadonly "id": string;\n/** The text */\nreadonly "body"?: string;\n}',
    );
  });

  it('is any text where a catalogue is as long as ours of errors', () => {
    expect(typeOf({ enum: Array.from({ length: 41 }, (_, n) => `ERR_${n}`) })).toBe('string');
  });
});
