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
    'webhook-failing': 'El webhook {{name}} está fallando',
    'webhook-disabled': 'El webhook {{name}} fue desactivado',
    'history-broken': 'El historial de la empresa no pasó la verificación',
  },
  webhook: {
    warned: 'Ninguna entrega tuvo éxito desde hace un día. Si nada cambia, se desactivará a los tres días.',
    gone: 'La dirección respondió que ya no existe (410).',
    failing: 'Ninguna entrega tuvo éxito en tres días.',
  },
};
