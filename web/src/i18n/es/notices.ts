export const notices = {
  title: 'Avisos',
  open: 'Avisos',
  openUnread_one: 'Avisos: {{count}} nuevo',
  openUnread_many: 'Avisos: {{count}} nuevos',
  openUnread_other: 'Avisos: {{count}} nuevos',
  none: 'Ningún aviso. Lo que la administración debe saber aparece aquí.',
  more: 'Ver anteriores',
  new: 'Nuevo:',
  unnamed: 'sin nombre',
  counts: '{{new}} nuevos, {{updated}} actualizados, {{invalid}} con problema',
  kinds: {
    'connection-lost': 'La conexión {{name}} se desconectó',
    'import-finished': 'Importación de contactos terminada',
  },
};
