import { describe, expect, it } from 'vitest';
import { guessMapping, headingAt } from './guess-mapping.ts';
import { readRow } from './read-row.ts';

const numbers = (column: number, columns: number) =>
  [0, 1, 2].map(row =>
    Array.from({ length: columns }, (_, at) => (at === column ? `1198765432${row}` : 'x')),
  );

describe('columns', () => {
  it.each([
    [['Nome', 'Celular', 'E-mail'], { name: 0, number: 1, email: 2 }],
    [['FONE', 'Nome do cliente'], { name: 1, number: 0, email: null }],
    [['Contato', 'WhatsApp'], { name: 0, number: 1, email: null }],
    [['Código', 'Razão social', 'Telefone', 'Email'], { name: 1, number: 2, email: 3 }],
    [['Nome da empresa', 'Sobrenome', 'Fone'], { name: 0, number: 2, email: null }],
  ])('are known as %j', (headings, expected) => {
    const cells = numbers(expected.number, headings.length).map(row =>
      row.map((cell, column) => (column === expected.email ? 'x@mail.example' : cell)),
    );
    expect(guessMapping(headings, cells)).toMatchObject(expected);
  });

  it('are none for numbers that have none', () => {
    expect(guessMapping(['Número', 'Zap'], numbers(1, 2))).toMatchObject({ number: 1 });
    expect(guessMapping(['Celular', 'Recado'], numbers(1, 2))).toMatchObject({ number: 1 });
  });

  it('of few numbers are such, and those of none where there is no other', () => {
    const few = [
      ['Ana', ''],
      ['Bia', ''],
      ['Caio', '11987654321'],
    ];
    expect(guessMapping(['Nome', 'Celular'], few)).toMatchObject({ name: 0, number: 1 });
    expect(guessMapping(['Nome', 'Celular'], [['Ana', '']])).toMatchObject({ name: 0, number: 1 });
  });

  it('for WhatsApp leave no other number to write to', () => {
    const rows = [['Ana', '11987654321', '1133334444']];
    expect(guessMapping(['Nome', 'Zap', 'Telefone'], rows).otherNumbers).toBeUndefined();
    expect(guessMapping(['Nome', 'Celular', 'Telefone'], rows).otherNumbers).toEqual([2]);
  });
});

/** As address books export them, in the columns that matter: written by hand after their published headings. */
const exports = [
  [
    'Google, until 2024',
    'Name,Given Name,Additional Name,Family Name,Yomi Name,Name Prefix,Nickname,Notes,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value,Organization 1 - Type,Organization 1 - Name',
    [
      'Ana Exemplo,Ana,,Exemplo,,,Nina,,* ,ana@mail.example,Home,+55 11 3322-9008,Mobile,+55 11 98220-9008,,Padaria',
      'Bia Exemplo,Bia,,Exemplo,,,,,,,Mobile,+55 11 98220-9009 ::: +55 11 3322-9009,,,,',
    ],
    [
      ['Ana Exemplo', '5511982209008', 'ana@mail.example'],
      ['Bia Exemplo', '5511982209009', null],
    ],
  ],
  [
    'Google',
    'First Name,Middle Name,Last Name,Phonetic First Name,Nickname,File As,Organization Name,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value',
    [
      'Ana,Maria,Exemplo,,,,Padaria,,* myContacts,* ,ana@mail.example ::: a@mail.example,Mobile,+55 11 98220-9010',
      ',,,,,,Padaria Exemplo,,* myContacts,,,Work,+55 11 98220-9011',
    ],
    [
      ['Ana Maria Exemplo', '5511982209010', 'ana@mail.example'],
      ['Padaria Exemplo', '5511982209011', null],
    ],
  ],
  [
    'Outlook',
    'Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Fax,Business Phone,Home Phone,Mobile Phone,Pager,E-mail Address,E-mail Type,E-mail Display Name',
    [
      'Sra.,Ana,,Exemplo,,Padaria,,,1133220001,1133220002,1133220003,11982209012,,ana@mail.example,SMTP,Ana Exemplo (ana@mail.example)',
      ',Bia,,Exemplo,,,,,,,1133220004,,,,,',
    ],
    [
      ['Ana Exemplo', '5511982209012', 'ana@mail.example'],
      ['Bia Exemplo', '551133220004', null],
    ],
  ],
  [
    'Outlook, in Portuguese',
    'Nome,Segundo nome,Sobrenome,Empresa,Telefone comercial,Telefone residencial,Telefone celular,Endereço de email',
    ['Ana,,Exemplo,Padaria,1133220005,,11982209013,ana@mail.example'],
    [['Ana Exemplo', '5511982209013', 'ana@mail.example']],
  ],
  [
    'a list with surnames in front',
    'Sobrenome,Primeiro nome,Celular',
    ['Exemplo,Ana,11982209014'],
    [['Ana Exemplo', '5511982209014', null]],
  ],
  ['cards', 'FN,TEL,EMAIL,ORG', [',11982209015,,Padaria'], [['Padaria', '5511982209015', null]]],
] as const;

describe.each(exports)('the columns of %s', (_, heading, lines, people) => {
  it('give all that is needed', () => {
    const rows = lines.map(line => line.split(','));
    const guess = guessMapping(heading.split(','), rows);
    const mapping = { ...guess, number: guess.number ?? -1, extra: [], areaCode: null };
    const read = rows.map(cells => {
      const reading = readRow(cells, mapping);
      return 'contact' in reading
        ? [reading.contact.name, reading.contact.number, reading.contact.email]
        : reading;
    });
    expect(read).toEqual(people);
  });
});

it.each([
  [-1, [['Ana', '11 98765-4321']]],
  [
    0,
    [
      ['Nome', 'Celular'],
      ['Ana', '11 98765-4321'],
    ],
  ],
  [
    0,
    [
      ['Nome', 'Celular'],
      ['Ana', ''],
      ['Bia', '11 98765-4321'],
    ],
  ],
  [1, [['Contatos de 2024'], ['Nome', 'Celular'], ['Ana', '11 98765-4321']]],
  [2, [['Lista'], ['Filial', 'Sé'], ['Quem é', 'Zap', 'Obs'], ['Ana', '11 98765-4321']]],
  [
    0,
    [
      ['Nome', 'Celular'],
      ['Ana', ''],
    ],
  ],
] as const)('the heading stands in row %i of %j', (at, rows) => {
  expect(headingAt(rows)).toBe(at);
});
