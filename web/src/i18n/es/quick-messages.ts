/** The page of quick messages. */
export const quickMessages = {
  shortcode: 'Atajo',
  shortcodeHint: 'Escriba / y el atajo en el campo de mensaje.',
  message: 'Mensaje',
  file: 'Adjunto',
  openFile: 'Abrir el adjunto {{name}}',
  add: 'Agregar respuesta rápida',
  editOf: 'Editar la respuesta rápida “{{name}}”',
  removeOf: '¿Eliminar la respuesta rápida “{{name}}”?',
  empty: 'Todavía no hay respuestas rápidas. Aparecen al escribir / en el campo de mensaje.',
  shared: 'Para toda la empresa',
  sharedHint: 'Todos pueden usarla; solo los administradores la cambian.',
  sharedMark: 'Empresa',
  added: 'Mensaje agregado.',
  changed: 'Mensaje actualizado.',
  removed: 'Mensaje eliminado.',
};
