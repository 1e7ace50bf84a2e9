import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { texts } from '../../i18n/pt-BR/texts.ts';
import { contactRules } from './contact-rules.ts';

describe('the rules of a contact', () => {
  beforeAll(async () => {
    await i18next.init({ lng: 'pt-BR', resources: { 'pt-BR': { translation: texts } } });
  });

  it.each([
    ['name', '  ', 'Campo obrigatório'],
    ['name', ' a ', 'Mínimo 2 caracteres'],
    ['name', 'Jô', null],
    ['name', 'a'.repeat(50), null],
    ['name', 'a'.repeat(51), 'Nome não pode ultrapassar 50 caracteres'],
    ['number', '', 'Campo obrigatório'],
    ['number', '1234567', 'Mínimo 8 Caracteres'],
    ['number', '(12) 34-5-67', 'Mínimo 8 Caracteres'],
    ['number', '12345678', null],
    ['number', '+55 (11) 91234-5678', null],
    ['number', '1'.repeat(51), 'Máximo 50 caracteres'],
    ['email', '', null],
    ['email', 'ana@padaria.example', null],
    ['email', 'ana@padaria', 'Email inválido'],
    ['email', 'ana padaria@x.com', 'Email inválido'],
    ['extraName', '', 'Campo obrigatório'],
    ['extraValue', 'x'.repeat(1001), 'Máximo 1000 caracteres'],
  ] as const)('says of the %s "%s": %s', (field, value, text) => {
    expect(contactRules[field](value)).toBe(text);
  });
});
