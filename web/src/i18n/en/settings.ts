import { settingWords } from '#contracts/audit-words/en/settings.ts';

/** The settings of a company. */
export const settings = {
  tabs: {
    options: 'Options',
    schedules: 'Schedules',
    rights: 'Permissions',
  },
  saved: 'Updated successfully.',
  hoursSaved: 'Schedules updated successfully.',
  hoursHint:
    'When somebody of the company is there. An end before its start is on the next day; the same twice is closed; 24:00 is the end of the day.',
  later: 'It is kept, and counts once this area is there.',
  noZone: 'No time zone found',
  noBoard: 'No board',
  between: 'From {{least}} to {{most}}',
  secretSet: 'Set. It is shown to nobody.',
  secretNotSet: 'Not set',
  removeSecret: 'Remove',
  groups: {
    attendance: 'Tickets',
    times: 'Times',
    kanban: 'Kanban',
    company: 'Company',
    texts: 'Automatic messages',
    integrations: 'Integrations',
  },
  texts: {
    hint: 'Left empty, our text in the company’s language counts. Completion and rating messages are kept with queues and connections.',
    tooLong: 'At most {{most}} characters',
    save: 'Save {{name}}',
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
    userRating: 'Asks the customer for a mark when a ticket is resolved.',
    ratingIntervalHours:
      'For how many hours a contact is not asked for another mark; 0 asks after every ticket.',
    scheduleType: 'Where opening hours come from.',
    CheckMsgIsGroup: 'What to do with messages of WhatsApp groups.',
    call: 'Who calls is asked to write, where calls are not accepted.',
    connectionType: 'Lets people choose the connection when they open or reopen a ticket.',
    chatBotType: 'How customers see the menu. Buttons and lists are sent as text.',
    menuMinutes:
      'After how many minutes without an answer to the menu customers go to the connection’s first queue.',
    thanksMinutes:
      'For how many minutes after closing a mere “thanks” or “ok” stays in the closed ticket; 0 opens a new one.',
    autoCloseHours: 'After how many hours without messages a ticket is closed; 0 closes none.',
    autoCloseWarningMinutes:
      'How many minutes before the contact is warned, after half of the wait at the earliest; 0 does not warn.',
    autoCloseNotice: 'Whether the contact gets a message when a ticket is closed because nobody answered.',
    waitingTarget: 'After how many minutes of waiting a ticket stands out; 0 never.',
    waitingLimit: 'After how many minutes of waiting a ticket is late; 0 never.',
    useKanban: 'Shows the kanban in the menu and in tickets.',
    kanbanDefault: 'The board that new tickets come to.',
    timeZone: 'Rules every day and hour: searches, lists, schedules.',
    language: 'First language of the screens and of automatic messages.',
    useContactWallet: 'Each user sees the contacts of their wallet.',
    userCreation: 'Allows sign-up on the public page, and users made by others than administrators.',
    conversationViews:
      'Writes into the audit trail who reads the conversation of a ticket that they do not attend.',
  },
  values: settingWords.values,
};
