/** What all pages and forms of records say. */
export const records = {
  search: 'Buscar',
  actions: 'Ações',
  edit: 'Editar',
  remove: 'Excluir',
  save: 'Salvar',
  nothingFound: 'Nada encontrado para “{{search}}”.',
  found_one: '{{count}} encontrado',
  found_many: '{{count}} encontrados',
  found_other: '{{count}} encontrados',
  required: 'Obrigatório',
  tooShort: 'Muito curto!',
  tooLong: 'Muito longo!',
  invalid: 'Inválido',
};
