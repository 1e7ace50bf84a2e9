import { automatic } from '#contracts/audit-words/es/automatic.ts';
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

export const texts = {
  common: {
    product: 'Balcão',
    retry: 'Reintentar',
    close: 'Cerrar',
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
    title: 'Iniciar sesión',
    invitation: 'Inicia sesión para atender',
    email: 'Correo electrónico',
    password: 'Contraseña',
    showPassword: 'Mostrar u ocultar la contraseña',
    enter: 'Entrar',
    required: 'Campo obligatorio',
    expired: '¡Ups! Tu suscripción venció el {{day}}. ¡Contacta con el soporte para más información!',
    notice: {
      'other-login': 'Tu cuenta fue abierta en otra computadora.',
      revoked: 'Tu sesión fue cerrada. Vuelve a entrar.',
      expired: 'Tu sesión terminó. Vuelve a entrar.',
      password: 'Contraseña cambiada. Entra con la nueva.',
      everywhere: 'Saliste de todos los dispositivos.',
    },
  },
  setup: {
    title: 'Primeros pasos',
    explanation: 'Crea tu empresa y el primer administrador.',
    companyName: 'Nombre de la empresa',
    name: 'Tu nombre',
    create: 'Crear empresa',
    required: 'Campo obligatorio',
    tooShort: '¡Muy corto!',
    tooLong: '¡Muy largo!',
    invalidEmail: 'Correo inválido',
    code: 'Código de la primera visita',
    codeHint: 'Aparece en la terminal o en el registro cuando el sistema arranca.',
    wrongCode: 'El código de la primera visita no es correcto.',
    passwordAdvice: 'Recomendamos {{count}} caracteres o más.',
  },
  shell: {
    openMenu: 'Abrir menú',
    closeMenu: 'Contraer menú',
    navigation: 'Navegación',
    greeting: 'Hola, {{name}}',
    userMenu: 'Menú de {{name}}',
    language: 'Idioma',
    profile: 'Mi perfil',
    logout: 'Salir',
    darkScheme: 'Usar colores oscuros',
    lightScheme: 'Usar colores claros',
    allowNotifications: 'Activar notificaciones',
    reconnecting: 'Reconectando…',
    full: 'El servidor está lleno. La página volverá a intentarlo en breve; lo que muestra puede estar desactualizado.',
    crowded:
      'Hay demasiadas páginas abiertas con este usuario. Cierra algunas; esta volverá a intentarlo en breve.',
    subscriptionEnds_one: 'Tu suscripción vence en {{count}} día',
    subscriptionEnds_many: 'Tu suscripción vence en {{count}} días',
    subscriptionEnds_other: 'Tu suscripción vence en {{count}} días',
  },
  navigation: {
    attendance: 'Atención',
    relationship: 'Relación',
    administration: 'Administración',
    dashboard: 'Panel',
    tickets: 'Atenciones',
    contacts: 'Contactos',
    simulator: 'Simulador',
    tags: 'Etiquetas',
    quickMessages: 'Respuestas rápidas',
    schedules: 'Mensajes programados',
    users: 'Usuarios',
    connections: 'Conexiones',
    queues: 'Colas',
    settings: 'Configuración',
    audit: 'Auditoría',
    replay: 'Replay',
    messagesApi: 'API de mensajes',
    connectionTrouble: 'hay conexiones con problemas',
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
    conversationWith: 'Conversación con {{name}}',
    messagesWith: 'Mensajes de {{name}}',
    action: { accept: 'Aceptar', return: 'Devolver', resolve: 'Resolver', reopen: 'Reabrir' },
    more: 'Más acciones',
    group: 'Grupo',
    queue: 'Cola',
    chooseQueue: 'Selecciona una cola',
    reopenOf: 'Reabrir ticket de {{name}}',
    delete: 'Eliminar',
    deleteOf: 'Eliminar ticket de {{name}}',
    confirmDelete: '¿Realmente deseas eliminar este registro?',
    deleted: 'Ticket eliminado.',
    notAllowed: 'Acceso no permitido',
    acceptToAnswer: 'Acepta el ticket para responder.',
    belongsTo: '{{name}} está atendiendo.',
    message: 'Mensaje',
    writeMessage: 'Escribe un mensaje',
    send: 'Enviar',
    noMessages: 'Ningún mensaje todavía.',
    you: 'Tú',
    contact: 'Contacto',
    messageDeleted: 'Mensaje eliminado',
    messageErased: 'Contenido borrado',
    edited: 'editado',
    automatic: 'automático · {{kind}}',
    resolved: 'Ticket de {{name}} resuelto',
    undo: 'Deshacer',
    reactions: 'Reacciones',
    notSent: 'No se envió.',
    sendAgain: 'Reintentar',
    discard: 'Descartar',
    state: {
      queued: 'En espera de envío',
      unknown: 'Esperando la confirmación de WhatsApp',
      sent: 'Enviado',
      delivered: 'Entregado',
      read: 'Leído',
      played: 'Reproducido',
      failed: 'Falló',
    },
  },
  media: {
    text: 'Texto',
    image: 'Imagen',
    audio: 'Audio',
    video: 'Video',
    application: 'Documento',
    locationMessage: 'Ubicación',
    vcard: 'Contacto',
    contactMessage: 'Contacto',
    call_log: 'Llamada',
    unavailable: 'Esperando el mensaje',
    view_once: 'Ábralo en el teléfono: solo se puede ver una vez',
    unsupported: 'Tipo de mensaje que solo el teléfono muestra',
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
    title: 'Atajos de teclado',
    letters:
      'Las letras van al campo del mensaje. Solo con el foco en la lista son atajos; Esc lleva del campo hasta allí.',
    anywhere: 'En cualquier lugar',
    inList: 'Con el foco en la lista',
    next: 'Siguiente de la lista',
    previous: 'Anterior de la lista',
    open: 'Abrir, o espiar si está esperando',
    accept: 'Aceptar el ticket abierto',
    acceptRow: 'Aceptar',
    resolve: 'Resolver el ticket abierto',
    write: 'Escribir mensaje',
    reply: 'Responder al último mensaje',
    search: 'Buscar',
    leave: 'Del campo a la lista; otra vez, salir de la conversación',
    palette: 'Ir a cualquier parte o hacer cualquier cosa',
    help: 'Mostrar atajos',
  },
  errors,
};
