import { expect, it } from 'vitest';
import type { ImportUpload } from '#contracts/contact-imports.ts';
import { mappingOf, usesOf, withUse } from './column-uses.ts';

const headings = ['Nome', 'Fone', 'CPF'];
const mapping: ImportUpload['mapping'] = {
  ...{ name: 0, number: 1, email: null, areaCode: null },
  extra: [{ column: 2, name: 'CPF' }],
};
const upload: ImportUpload = {
  ...{ id: '', fileName: '', headings, sample: [], rows: 1, mapping, areaCode: null },
};

it('says of each column what it is, and back', () => {
  expect(usesOf(upload)).toEqual(['name', 'number', 'extra']);
  expect(mappingOf(headings, usesOf(upload), null)).toEqual(mapping);
});

it('says which columns make a name, and where else a number may stand', () => {
  const names = ['Nome', 'Sobrenome', 'Empresa', 'Celular', 'Fone', 'Fax'];
  const more = { ...mapping, number: 3, surnames: [1], company: 2, otherNumbers: [4, 5], extra: [] };
  const uses = usesOf({ ...upload, headings: names, mapping: more });
  expect(uses).toEqual(['name', 'surname', 'company', 'number', 'otherNumber', 'otherNumber']);
  expect(mappingOf(names, uses, null)).toEqual(more);
});

it('has one column for each field', () => {
  expect(withUse(['name', 'number', 'ignore'], 2, 'number')).toEqual(['name', 'ignore', 'number']);
  expect(withUse(['extra', 'number', 'ignore'], 2, 'extra')).toEqual(['extra', 'number', 'extra']);
});

it('sends nothing without numbers', () => {
  expect(mappingOf(headings, ['name', 'ignore', 'ignore'], null)).toBeUndefined();
});
