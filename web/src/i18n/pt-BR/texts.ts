import { automatic } from '#contracts/audit-words/pt-BR/automatic.ts';
import { apiKeys } from './api-keys.ts';
import { audit } from './audit.ts';
import { composer } from './composer.ts';
import { connections } from './connections.ts';
import { contact } from './contact.ts';
import { contacts } from './contacts.ts';
import { conversation } from './conversation.ts';
import { dashboard } from './dashboard.ts';
import { erasure } from './erasure.ts';
import { errors } from './errors.ts';
import { eventExport } from './event-exports.ts';
import { files } from './files.ts';
import { hours } from './hours.ts';
import { imports } from './imports.ts';
import { integrity } from './integrity.ts';
import { message } from './message.ts';
import { messagesApi } from './messages-api.ts';
import { messagesApiTrial } from './messages-api-trial.ts';
import { notices } from './notices.ts';
import { palette } from './palette.ts';
import { parts } from './parts.ts';
import { questions } from './questions.ts';
import { queueMenu } from './queue-menu.ts';
import { queues } from './queues.ts';
import { quickMessages } from './quick-messages.ts';
import { ratings } from './ratings.ts';
import { records } from './records.ts';
import { replay } from './replay.ts';
import { replayPlayer } from './replay-player.ts';
import { rights } from './rights.ts';
import { schedules } from './schedules.ts';
import { settings } from './settings.ts';
import { simulator } from './simulator.ts';
import { tags } from './tags.ts';
import { tickets } from './tickets.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';
import { whatIf } from './what-if.ts';
import { work } from './work.ts';

/** Every text of the screens, by feature. The other languages have the same keys. */
export const texts = {
  common: {
    product: 'Balcão',
    retry: 'Tentar de novo',
    close: 'Fechar',
    cancel: 'Cancelar',
    copy: 'Copiar',
    copied: 'Copiado',
  },
  durations: {
    day: '{{value, number}} d',
    hour: '{{value, number}} h',
    minute: '{{value, number}} min',
    second: '{{value, number}} s',
  },
  session: {
    title: 'Entrar',
    invitation: 'Entre para atender',
    email: 'E-mail',
    password: 'Senha',
    showPassword: 'Mostrar ou ocultar a senha',
    enter: 'Entrar',
    required: 'Campo obrigatório',
    expired: 'Opss! Sua assinatura venceu {{day}}. Entre em contato com o suporte para mais informações!',
    notice: {
      'other-login': 'Sua conta foi acessada em outro computador.',
      revoked: 'Sua sessão foi encerrada. Entre de novo.',
      expired: 'Sua sessão terminou. Entre de novo.',
      password: 'Senha alterada. Entre com a senha nova.',
      everywhere: 'Você saiu de todos os dispositivos.',
    },
  },
  setup: {
    title: 'Primeiros passos',
    explanation: 'Crie sua empresa e o primeiro administrador.',
    companyName: 'Nome da empresa',
    name: 'Seu nome',
    create: 'Criar empresa',
    required: 'Campo obrigatório',
    tooShort: 'Muito curto!',
    tooLong: 'Muito longo!',
    invalidEmail: 'Email inválido',
    code: 'Código do primeiro acesso',
    codeHint: 'Aparece no terminal ou no registro quando o sistema inicia.',
    wrongCode: 'O código do primeiro acesso não confere.',
    passwordAdvice: 'Recomendamos {{count}} caracteres ou mais.',
  },
  shell: {
    openMenu: 'Abrir menu',
    closeMenu: 'Recolher menu',
    navigation: 'Navegação',
    greeting: 'Olá, {{name}}',
    userMenu: 'Menu de {{name}}',
    language: 'Idioma',
    profile: 'Meu perfil',
    logout: 'Sair',
    darkScheme: 'Usar cores escuras',
    lightScheme: 'Usar cores claras',
    allowNotifications: 'Ativar notificações',
    reconnecting: 'Reconectando…',
    full: 'O servidor está cheio. A página volta a tentar em instantes; o que ela mostra pode estar desatualizado.',
    crowded: 'Há muitas páginas abertas com este login. Feche algumas; esta volta a tentar em instantes.',
    subscriptionEnds_one: 'Sua assinatura vence em {{count}} dia',
    subscriptionEnds_many: 'Sua assinatura vence em {{count}} dias',
    subscriptionEnds_other: 'Sua assinatura vence em {{count}} dias',
  },
  navigation: {
    attendance: 'Atendimento',
    relationship: 'Relacionamento',
    administration: 'Administração',
    dashboard: 'Dashboard',
    tickets: 'Atendimentos',
    contacts: 'Contatos',
    simulator: 'Simulador',
    tags: 'Tags',
    quickMessages: 'Respostas rápidas',
    schedules: 'Agendamentos',
    users: 'Usuários',
    connections: 'Conexões',
    queues: 'Filas',
    settings: 'Configurações',
    audit: 'Auditoria',
    replay: 'Replay',
    messagesApi: 'API de mensagens',
    connectionTrouble: 'há conexões com problema',
  },
  integrity,
  notices,
  dashboard,
  audit,
  ratings,
  eventExport,
  questions,
  replay,
  replayPlayer,
  records,
  hours,
  queues,
  queueMenu,
  schedules,
  settings,
  tags,
  users,
  rights,
  quickMessages,
  tickets,
  ticket: {
    conversationWith: 'Conversa com {{name}}',
    messagesWith: 'Mensagens de {{name}}',
    action: { accept: 'Aceitar', return: 'Retornar', resolve: 'Resolver', reopen: 'Reabrir' },
    more: 'Mais ações',
    group: 'Grupo',
    queue: 'Fila',
    chooseQueue: 'Selecione uma fila',
    reopenOf: 'Reabrir ticket de {{name}}',
    delete: 'Excluir',
    deleteOf: 'Excluir ticket de {{name}}',
    confirmDelete: 'Deseja realmente excluir este registro?',
    deleted: 'Ticket deletado com sucesso!',
    notAllowed: 'Acesso não permitido',
    acceptToAnswer: 'Aceite o ticket para responder.',
    belongsTo: 'Em atendimento com {{name}}.',
    message: 'Mensagem',
    writeMessage: 'Digite uma mensagem',
    send: 'Enviar',
    noMessages: 'Nenhuma mensagem ainda.',
    you: 'Você',
    contact: 'Contato',
    messageDeleted: 'Mensagem apagada',
    messageErased: 'Conteúdo apagado',
    edited: 'editada',
    automatic: 'automática · {{kind}}',
    resolved: 'Ticket de {{name}} resolvido',
    undo: 'Desfazer',
    reactions: 'Reações',
    notSent: 'Não foi enviada.',
    sendAgain: 'Tentar de novo',
    discard: 'Descartar',
    state: {
      queued: 'Na fila de envio',
      unknown: 'Aguardando a confirmação do WhatsApp',
      sent: 'Enviada',
      delivered: 'Entregue',
      read: 'Lida',
      played: 'Reproduzida',
      failed: 'Falhou',
    },
  },
  media: {
    text: 'Texto',
    image: 'Imagem',
    audio: 'Áudio',
    video: 'Vídeo',
    application: 'Documento',
    locationMessage: 'Localização',
    vcard: 'Contato',
    contactMessage: 'Contato',
    call_log: 'Ligação',
    unavailable: 'Aguardando mensagem',
    view_once: 'Abra no celular: só pode ser vista uma vez',
    unsupported: 'Tipo de mensagem que só o celular mostra',
  },
  files,
  composer,
  contact,
  contacts,
  imports,
  erasure,
  simulator,
  connections,
  conversation,
  parts,
  message,
  messagesApi,
  messagesApiTrial,
  apiKeys,
  webhooks,
  whatIf,
  work,
  automatic,
  palette,
  keyboard: {
    title: 'Atalhos do teclado',
    letters:
      'Letras vão para o campo da mensagem. Só quando o foco está na lista elas são atalhos; Esc leva do campo até lá.',
    anywhere: 'Em qualquer lugar',
    inList: 'Com o foco na lista',
    next: 'Próximo da lista',
    previous: 'Anterior da lista',
    open: 'Abrir, ou espiar se estiver aguardando',
    accept: 'Aceitar o ticket aberto',
    acceptRow: 'Aceitar',
    resolve: 'Resolver o ticket aberto',
    write: 'Escrever mensagem',
    reply: 'Responder à última mensagem',
    search: 'Buscar',
    leave: 'Do campo para a lista; de novo, sair da conversa',
    palette: 'Ir para ou fazer qualquer coisa',
    help: 'Mostrar atalhos',
  },
  errors,
};
