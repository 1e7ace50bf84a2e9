import { automatic } from '#contracts/audit-words/en/automatic.ts';
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
    retry: 'Try again',
    close: 'Close',
    cancel: 'Cancel',
    copy: 'Copy',
    copied: 'Copied',
  },
  durations: {
    day: '{{value, number}} d',
    hour: '{{value, number}} h',
    minute: '{{value, number}} min',
    second: '{{value, number}} s',
  },
  session: {
    title: 'Log in',
    invitation: 'Log in to attend',
    email: 'Email',
    password: 'Password',
    showPassword: 'Show or hide the password',
    enter: 'Log in',
    required: 'Required',
    expired: 'Oops! Your subscription expired on {{day}}. Contact support for more information!',
    notice: {
      'other-login': 'Your account was accessed on another computer.',
      revoked: 'Your session was ended. Please log in again.',
      expired: 'Your session is over. Please log in again.',
      password: 'Password changed. Log in with the new one.',
      everywhere: 'You have left all devices.',
    },
  },
  setup: {
    title: 'First steps',
    explanation: 'Create your company and its first administrator.',
    companyName: 'Company name',
    name: 'Your name',
    create: 'Create company',
    required: 'Required',
    tooShort: 'Too Short!',
    tooLong: 'Too Long!',
    invalidEmail: 'Invalid email',
    code: 'Code of the first visit',
    codeHint: 'It is printed in the terminal or the log when the system starts.',
    wrongCode: 'The code of the first visit is wrong.',
    passwordAdvice: 'We advise {{count}} characters or more.',
  },
  shell: {
    openMenu: 'Open menu',
    closeMenu: 'Collapse menu',
    navigation: 'Navigation',
    greeting: 'Hello, {{name}}',
    userMenu: 'Menu of {{name}}',
    language: 'Language',
    profile: 'My profile',
    logout: 'Log out',
    darkScheme: 'Use dark colours',
    lightScheme: 'Use light colours',
    allowNotifications: 'Turn on notifications',
    reconnecting: 'Reconnecting…',
    full: 'The server is full. This page will try again shortly; what it shows may be out of date.',
    crowded: 'Too many pages are open with this login. Close some; this one will try again shortly.',
    subscriptionEnds_one: 'Your subscription ends in {{count}} day',
    subscriptionEnds_other: 'Your subscription ends in {{count}} days',
  },
  navigation: {
    attendance: 'Attendance',
    relationship: 'Relationship',
    administration: 'Administration',
    dashboard: 'Dashboard',
    tickets: 'Tickets',
    contacts: 'Contacts',
    simulator: 'Simulator',
    tags: 'Tags',
    quickMessages: 'Quick replies',
    schedules: 'Scheduled messages',
    users: 'Users',
    connections: 'Connections',
    queues: 'Queues',
    settings: 'Settings',
    audit: 'Audit trail',
    replay: 'Replay',
    messagesApi: 'Messages API',
    connectionTrouble: 'some connections have a problem',
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
    conversationWith: 'Conversation with {{name}}',
    messagesWith: 'Messages of {{name}}',
    action: { accept: 'Accept', return: 'Return', resolve: 'Resolve', reopen: 'Reopen' },
    more: 'More actions',
    group: 'Group',
    queue: 'Queue',
    chooseQueue: 'Choose a queue',
    reopenOf: 'Reopen the ticket of {{name}}',
    delete: 'Delete',
    deleteOf: 'Delete the ticket of {{name}}',
    confirmDelete: 'Do you really want to delete this record?',
    deleted: 'Ticket deleted.',
    notAllowed: 'Access not allowed',
    acceptToAnswer: 'Accept the ticket to answer.',
    belongsTo: '{{name}} is attending.',
    message: 'Message',
    writeMessage: 'Type a message',
    send: 'Send',
    noMessages: 'No messages yet.',
    you: 'You',
    contact: 'Contact',
    messageDeleted: 'Message deleted',
    messageErased: 'Content erased',
    edited: 'edited',
    automatic: 'automatic · {{kind}}',
    resolved: 'Ticket of {{name}} resolved',
    undo: 'Undo',
    reactions: 'Reactions',
    notSent: 'Not sent.',
    sendAgain: 'Try again',
    discard: 'Discard',
    state: {
      queued: 'Waiting to be sent',
      unknown: 'Waiting for WhatsApp to confirm',
      sent: 'Sent',
      delivered: 'Delivered',
      read: 'Read',
      played: 'Played',
      failed: 'Failed',
    },
  },
  media: {
    text: 'Text',
    image: 'Image',
    audio: 'Audio',
    video: 'Video',
    application: 'Document',
    locationMessage: 'Location',
    vcard: 'Contact',
    contactMessage: 'Contact',
    call_log: 'Call',
    unavailable: 'Waiting for this message',
    view_once: 'Open on the phone: can be viewed once',
    unsupported: 'A kind of message that only the phone shows',
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
    title: 'Keyboard shortcuts',
    letters:
      'Letters go to the message field. Only while the list has the focus are they shortcuts; Esc leads there from the field.',
    anywhere: 'Anywhere',
    inList: 'With the focus on the list',
    next: 'Next in the list',
    previous: 'Previous in the list',
    open: 'Open, or peek when it is waiting',
    accept: 'Accept the open ticket',
    acceptRow: 'Accept',
    resolve: 'Resolve the open ticket',
    write: 'Write a message',
    reply: 'Reply to the last message',
    search: 'Search',
    leave: 'From the field to the list; again, leave the conversation',
    palette: 'Go anywhere or do anything',
    help: 'Show shortcuts',
  },
  errors,
};
