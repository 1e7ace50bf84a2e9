/** What settings and automatic texts are called, and what settings can be. */
export const settingWords = {
  labels: {
    userRating: 'Avaliações',
    ratingIntervalHours: 'Intervalo entre avaliações',
    scheduleType: 'Gerenciamento de expediente',
    CheckMsgIsGroup: 'Mensagens de grupos',
    call: 'Ligações',
    connectionType: 'Escolher a conexão',
    chatBotType: 'Tipo de chatbot',
    menuMinutes: 'Espera no menu',
    thanksMinutes: 'Agradecimentos depois de fechar',
    autoCloseHours: 'Fechar tickets parados',
    autoCloseWarningMinutes: 'Avisar antes de fechar',
    autoCloseNotice: 'Mensagem ao fechar',
    waitingTarget: 'Espera: atenção',
    waitingLimit: 'Espera: atrasado',
    useKanban: 'Usar kanban',
    kanbanDefault: 'Quadro padrão',
    timeZone: 'Fuso horário',
    language: 'Idioma',
    useContactWallet: 'Carteira de contatos',
    userCreation: 'Criação de usuários',
    conversationViews: 'Leitura de conversas',
    ipixc: 'IP do IXC',
    tokenixc: 'Token do IXC',
    ipmkauth: 'IP do MK-Auth',
    clientidmkauth: 'Client ID do MK-Auth',
    clientsecretmkauth: 'Client Secret do MK-Auth',
    asaas: 'Token do Asaas',
  },
  texts: {
    ratingThanks: 'Agradecimento pela nota',
    ratingReason: 'Pergunta depois da nota 1',
    autoCloseWarning: 'Aviso antes de fechar',
    autoClose: 'Ao fechar por falta de resposta',
  },
  values: {
    autoCloseNotice: {
      disabled: 'Não enviar',
      enabled: 'Enviar',
    },
    userRating: {
      disabled: 'Desabilitado',
      enabled: 'Habilitado',
    },
    connectionType: {
      disabled: 'Desabilitado',
      enabled: 'Habilitado',
    },
    useKanban: {
      disabled: 'Desabilitado',
      enabled: 'Habilitado',
    },
    useContactWallet: {
      disabled: 'Desabilitado',
      enabled: 'Habilitado',
    },
    conversationViews: {
      disabled: 'Não registrar',
      enabled: 'Registrar',
    },
    userCreation: {
      disabled: 'Desabilitado',
      enabled: 'Habilitado',
    },
    CheckMsgIsGroup: {
      disabled: 'Receber',
      enabled: 'Ignorar',
    },
    call: {
      disabled: 'Não aceitar',
      enabled: 'Aceitar',
    },
    scheduleType: {
      disabled: 'Desabilitado',
      queue: 'Por fila',
      company: 'Por empresa',
    },
    chatBotType: {
      text: 'Texto (menu numerado)',
      button: 'Botões',
      list: 'Lista',
    },
    language: {
      'pt-BR': 'Português',
      en: 'English',
      es: 'Español',
    },
  },
};
