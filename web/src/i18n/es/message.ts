export const message = {
  menu: 'Opciones del mensaje',
  reply: 'Responder',
  replying: 'Respondiendo a',
  edit: 'Editar',
  editing: 'Editando el mensaje',
  saveEdit: 'Guardar edición',
  delete: 'Eliminar para todos',
  confirmDelete: 'El mensaje desaparece de la conversación y del teléfono del contacto.',
  reactWith: 'Reaccionar con {{emoji}}',
  takeBack: 'Quitar la reacción {{emoji}}',
  moreEmojis: 'Más emojis',
  onItsWay: { edit: 'Edición en camino', deletion: 'Eliminando para todos…' },
  refused: {
    edit: 'No se editó.',
    deletion: 'No se eliminó.',
    reaction: 'La reacción no se envió.',
  },
  failure: {
    whatsapp: 'WhatsApp lo rechazó (código {{number}}).',
    noAnswer: 'WhatsApp no confirmó; intentar de nuevo no lo envía dos veces.',
    notSent: 'El mensaje no llegó a enviarse.',
  },
};
