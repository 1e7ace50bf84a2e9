import { settingWords } from '#contracts/audit-words/pt-BR/settings.ts';

/** The settings of a company. */
export const settings = {
  tabs: {
    options: 'Opções',
    schedules: 'Horários',
    rights: 'Permissões',
  },
  saved: 'Operação atualizada com sucesso.',
  hoursSaved: 'Horários atualizados com sucesso.',
  hoursHint:
    'Quando alguém da empresa atende. Um fim antes do início vai até o dia seguinte; início igual ao fim é fechado; 24:00 é o fim do dia.',
  later: 'Fica guardado e passa a valer quando esta área existir.',
  noZone: 'Nenhum fuso encontrado',
  noBoard: 'Nenhum quadro',
  between: 'De {{least}} a {{most}}',
  secretSet: 'Definida. Não é mostrada a ninguém.',
  secretNotSet: 'Não definida',
  removeSecret: 'Remover',
  groups: {
    attendance: 'Tickets',
    times: 'Tempos',
    kanban: 'Kanban',
    company: 'Empresa',
    texts: 'Mensagens automáticas',
    integrations: 'Integrações',
  },
  texts: {
    hint: 'Vazio vale o nosso texto, no idioma da empresa. Mensagens de conclusão e de avaliação ficam na fila e na conexão.',
    tooLong: 'Máximo {{most}} caracteres',
    save: 'Salvar {{name}}',
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
    userRating: 'Pede uma nota ao cliente quando o ticket é resolvido.',
    ratingIntervalHours:
      'Por quantas horas um contato não recebe outro pedido de nota; 0 pede a cada ticket.',
    scheduleType: 'De onde vem o horário em que a empresa responde.',
    CheckMsgIsGroup: 'O que fazer com mensagens de grupos do WhatsApp.',
    call: 'Quem liga recebe um pedido para escrever, quando ligações não são aceitas.',
    connectionType: 'Permite escolher a conexão ao abrir ou reabrir um ticket.',
    chatBotType: 'Como o menu aparece para o cliente. Botões e lista são enviados como texto.',
    menuMinutes:
      'Depois de quantos minutos sem resposta ao menu o cliente vai para a primeira fila da conexão.',
    thanksMinutes:
      'Depois de fechar, por quantos minutos um agradecimento (“obrigada”, “ok”) fica no ticket fechado; 0 abre outro.',
    autoCloseHours: 'Depois de quantas horas sem mensagens um ticket é fechado; 0 não fecha.',
    autoCloseWarningMinutes:
      'Quantos minutos antes o contato é avisado, no máximo na metade da espera; 0 não avisa.',
    autoCloseNotice: 'Se o contato recebe uma mensagem quando o ticket é fechado por falta de resposta.',
    waitingTarget: 'Depois de quantos minutos de espera o ticket é destacado; 0 nunca.',
    waitingLimit: 'Depois de quantos minutos de espera o ticket está atrasado; 0 nunca.',
    useKanban: 'Mostra o kanban no menu e nos tickets.',
    kanbanDefault: 'Quadro em que os novos tickets entram.',
    timeZone: 'Rege todos os dias e horas: buscas, listas, horários.',
    language: 'Idioma inicial das telas e das mensagens automáticas.',
    useContactWallet: 'Cada atendente vê os contatos da sua carteira.',
    userCreation:
      'Permite o cadastro pela página pública e a criação de usuários por quem não é administrador.',
    conversationViews: 'Registra na auditoria quem lê a conversa de um ticket que não atende.',
  },
  values: settingWords.values,
};
