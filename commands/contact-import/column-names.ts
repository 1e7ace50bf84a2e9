/** A heading as names of columns are compared: without accents, capitals and signs. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

/** What columns are called in lists and in the exports of address books, in the order in which one is chosen. */
export const columnNames = {
  mobile: [
    ...['whatsapp', 'zap', 'wpp', 'celular', 'telefone celular', 'telefone movel', 'mobile phone', 'mobile'],
    ...['cell phone', 'cell', 'cel', 'telefono movil', 'movil'],
  ],
  number: [
    ...[
      'numero',
      'telefone',
      'fone',
      'primary phone',
      'phone',
      'number',
      'telefono',
      'tel',
      'telefone principal',
    ],
    ...['telefone residencial', 'home phone', 'telefone comercial', 'business phone', 'contato'],
  ],
  email: ['e mail', 'email', 'mail', 'correo', 'endereco de email'],
  name: [
    ...[
      'nome completo',
      'full name',
      'nombre completo',
      'display name',
      'fn',
      'nome',
      'name',
      'cliente',
      'nombre',
    ],
    ...['paciente', 'aluno', 'contato', 'contact'],
  ],
  givenName: ['first name', 'given name', 'primeiro nome', 'primer nombre'],
  surname: [
    ...['middle name', 'additional name', 'segundo nome', 'nome do meio', 'segundo nombre'],
    ...['last name', 'family name', 'surname', 'sobrenome', 'ultimo nome', 'apellido', 'apellidos'],
  ],
  company: ['razao social', 'razon social', 'empresa', 'organization name', 'organization', 'company', 'org'],
  /** Numbers that are meant for it: others of the same row are none to write to. */
  ofWhatsApp: /\b(whatsapp|zap|wpp)\b/,
  /** What these words also stand in. */
  never: /\b(fax|pager|phonetic|nickname|prefix|suffix|yomi|file as|label|type|tipo)\b/,
} as const;
