/** What all pages and forms of records say. */
export const records = {
  search: 'Buscar',
  actions: 'Acciones',
  edit: 'Editar',
  remove: 'Eliminar',
  save: 'Guardar',
  nothingFound: 'No se encontró nada para “{{search}}”.',
  found_one: '{{count}} encontrado',
  found_many: '{{count}} encontrados',
  found_other: '{{count}} encontrados',
  required: 'Obligatorio',
  tooShort: '¡Muy corto!',
  tooLong: '¡Muy largo!',
  invalid: 'No es válido',
};
