import { settingWords } from '#contracts/audit-words/es/settings.ts';

/** The settings of a company. */
export const settings = {
  tabs: {
    options: 'Opciones',
    schedules: 'Horarios',
    rights: 'Permisos',
  },
  saved: 'Operación actualizada con éxito.',
  hoursSaved: 'Horarios actualizados con éxito.',
  hoursHint:
    'Cuándo atiende alguien de la empresa. Un fin anterior al inicio es del día siguiente; inicio igual al fin es cerrado; 24:00 es el fin del día.',
  later: 'Queda guardado y valdrá cuando exista esta área.',
  noZone: 'Ningún huso encontrado',
  noBoard: 'Ningún tablero',
  between: 'De {{least}} a {{most}}',
  secretSet: 'Definida. No se muestra a nadie.',
  secretNotSet: 'No definida',
  removeSecret: 'Quitar',
  groups: {
    attendance: 'Tickets',
    times: 'Tiempos',
    kanban: 'Kanban',
    company: 'Empresa',
    texts: 'Mensajes automáticos',
    integrations: 'Integraciones',
  },
  texts: {
    hint: 'Vacío vale nuestro texto, en el idioma de la empresa. Los mensajes de cierre y de valoración están en la cola y en la conexión.',
    tooLong: 'Máximo {{most}} caracteres',
    save: 'Guardar {{name}}',
    labels: settingWords.texts,
  },
  units: {
    menuMinutes: 'min',
    thanksMinutes: 'min',
    ratingIntervalHours: 'h',
    autoCloseHours: 'h',
    autoCloseWarningMinutes: 'min',
    waitingTarget: 'min',
    waitingLimit: 'min',
  },
  labels: settingWords.labels,
  hints: {
    userRating: 'Pide una nota al cliente cuando se resuelve el ticket.',
    ratingIntervalHours:
      'Durante cuántas horas no se pide otra nota a un contacto; 0 la pide en cada ticket.',
    scheduleType: 'De dónde viene el horario en que la empresa responde.',
    CheckMsgIsGroup: 'Qué hacer con los mensajes de grupos de WhatsApp.',
    call: 'A quien llama se le pide que escriba, cuando no se aceptan llamadas.',
    connectionType: 'Permite elegir la conexión al abrir o reabrir un ticket.',
    chatBotType: 'Cómo ve el menú el cliente. Botones y lista se envían como texto.',
    menuMinutes:
      'Después de cuántos minutos sin respuesta al menú el cliente va a la primera cola de la conexión.',
    thanksMinutes:
      'Durante cuántos minutos después de cerrar un agradecimiento («gracias», «ok») queda en el ticket cerrado; 0 abre otro.',
    autoCloseHours: 'Tras cuántas horas sin mensajes se cierra un ticket; 0 no cierra.',
    autoCloseWarningMinutes:
      'Cuántos minutos antes se avisa al contacto, como máximo a la mitad de la espera; 0 no avisa.',
    autoCloseNotice: 'Si el contacto recibe un mensaje cuando el ticket se cierra por falta de respuesta.',
    waitingTarget: 'Tras cuántos minutos de espera se destaca el ticket; 0 nunca.',
    waitingLimit: 'Tras cuántos minutos de espera el ticket tiene retraso; 0 nunca.',
    useKanban: 'Muestra el kanban en el menú y en los tickets.',
    kanbanDefault: 'Tablero al que llegan los tickets nuevos.',
    timeZone: 'Rige todos los días y horas: búsquedas, listas, horarios.',
    language: 'Idioma inicial de las pantallas y de los mensajes automáticos.',
    useContactWallet: 'Cada usuario ve los contactos de su cartera.',
    userCreation:
      'Permite el registro en la página pública y la creación de usuarios por quienes no son administradores.',
    conversationViews: 'Registra en la auditoría quién lee la conversación de un ticket que no atiende.',
  },
  values: settingWords.values,
};
