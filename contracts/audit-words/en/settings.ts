/** What settings and automatic texts are called, and what settings can be. */
export const settingWords = {
  labels: {
    userRating: 'Ratings',
    ratingIntervalHours: 'Time between ratings',
    scheduleType: 'Opening hours',
    CheckMsgIsGroup: 'Messages of groups',
    call: 'Calls',
    connectionType: 'Choose the connection',
    chatBotType: 'Kind of chatbot',
    menuMinutes: 'Wait in the menu',
    thanksMinutes: 'Thanks after closing',
    autoCloseHours: 'Close silent tickets',
    autoCloseWarningMinutes: 'Warn before closing',
    autoCloseNotice: 'Message when closing',
    waitingTarget: 'Waiting: attention',
    waitingLimit: 'Waiting: late',
    useKanban: 'Use kanban',
    kanbanDefault: 'Default board',
    timeZone: 'Time zone',
    language: 'Language',
    useContactWallet: 'Wallets of contacts',
    userCreation: 'Creation of users',
    conversationViews: 'Reading of conversations',
    ipixc: 'IXC address',
    tokenixc: 'IXC token',
    ipmkauth: 'MK-Auth address',
    clientidmkauth: 'MK-Auth client ID',
    clientsecretmkauth: 'MK-Auth client secret',
    asaas: 'Asaas token',
  },
  texts: {
    ratingThanks: 'Thanks for the mark',
    ratingReason: 'Question after a mark of 1',
    autoCloseWarning: 'Warning before closing',
    autoClose: 'When closed without an answer',
  },
  values: {
    autoCloseNotice: {
      disabled: 'Do not send',
      enabled: 'Send',
    },
    userRating: {
      disabled: 'Disabled',
      enabled: 'Enabled',
    },
    connectionType: {
      disabled: 'Disabled',
      enabled: 'Enabled',
    },
    useKanban: {
      disabled: 'Disabled',
      enabled: 'Enabled',
    },
    useContactWallet: {
      disabled: 'Disabled',
      enabled: 'Enabled',
    },
    conversationViews: {
      disabled: 'Do not record',
      enabled: 'Record',
    },
    userCreation: {
      disabled: 'Disabled',
      enabled: 'Enabled',
    },
    CheckMsgIsGroup: {
      disabled: 'Receive',
      enabled: 'Ignore',
    },
    call: {
      disabled: 'Do not accept',
      enabled: 'Accept',
    },
    scheduleType: {
      disabled: 'Disabled',
      queue: 'By queue',
      company: 'By company',
    },
    chatBotType: {
      text: 'Text (numbered menu)',
      button: 'Buttons',
      list: 'List',
    },
    language: {
      'pt-BR': 'Português',
      en: 'English',
      es: 'Español',
    },
  },
};
