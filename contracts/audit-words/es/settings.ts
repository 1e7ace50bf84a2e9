/** What settings and automatic texts are called, and what settings can be. */
export const settingWords = {
  labels: {
    userRating: 'Valoraciones',
    ratingIntervalHours: 'Tiempo entre valoraciones',
    scheduleType: 'Gestión del horario',
    CheckMsgIsGroup: 'Mensajes de grupos',
    call: 'Llamadas',
    connectionType: 'Elegir la conexión',
    chatBotType: 'Tipo de chatbot',
    menuMinutes: 'Espera en el menú',
    thanksMinutes: 'Agradecimientos después de cerrar',
    autoCloseHours: 'Cerrar tickets sin mensajes',
    autoCloseWarningMinutes: 'Avisar antes de cerrar',
    autoCloseNotice: 'Mensaje al cerrar',
    waitingTarget: 'Espera: aviso',
    waitingLimit: 'Espera: con retraso',
    useKanban: 'Usar kanban',
    kanbanDefault: 'Tablero predeterminado',
    timeZone: 'Huso horario',
    language: 'Idioma',
    useContactWallet: 'Cartera de contactos',
    userCreation: 'Creación de usuarios',
    conversationViews: 'Lectura de conversaciones',
    ipixc: 'IP de IXC',
    tokenixc: 'Token de IXC',
    ipmkauth: 'IP de MK-Auth',
    clientidmkauth: 'Client ID de MK-Auth',
    clientsecretmkauth: 'Client Secret de MK-Auth',
    asaas: 'Token de Asaas',
  },
  texts: {
    ratingThanks: 'Agradecimiento por la nota',
    ratingReason: 'Pregunta después de la nota 1',
    autoCloseWarning: 'Aviso antes de cerrar',
    autoClose: 'Al cerrar por falta de respuesta',
  },
  values: {
    autoCloseNotice: {
      disabled: 'No enviar',
      enabled: 'Enviar',
    },
    userRating: {
      disabled: 'Deshabilitado',
      enabled: 'Habilitado',
    },
    connectionType: {
      disabled: 'Deshabilitado',
      enabled: 'Habilitado',
    },
    useKanban: {
      disabled: 'Deshabilitado',
      enabled: 'Habilitado',
    },
    useContactWallet: {
      disabled: 'Deshabilitado',
      enabled: 'Habilitado',
    },
    conversationViews: {
      disabled: 'No registrar',
      enabled: 'Registrar',
    },
    userCreation: {
      disabled: 'Deshabilitado',
      enabled: 'Habilitado',
    },
    CheckMsgIsGroup: {
      disabled: 'Recibir',
      enabled: 'Ignorar',
    },
    call: {
      disabled: 'No aceptar',
      enabled: 'Aceptar',
    },
    scheduleType: {
      disabled: 'Deshabilitado',
      queue: 'Por cola',
      company: 'Por empresa',
    },
    chatBotType: {
      text: 'Texto (menú numerado)',
      button: 'Botones',
      list: 'Lista',
    },
    language: {
      'pt-BR': 'Português',
      en: 'English',
      es: 'Español',
    },
  },
};
