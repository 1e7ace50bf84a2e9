/** The slice of the history as a file. */
export const eventExport = {
  intro:
    'The events of a period’s tickets, as a file for process mining tools (Disco, ProM, pm4py, Celonis…).',
  form: 'What to export',
  from: 'From',
  to: 'To',
  queue: 'Queue',
  connection: 'Connection',
  attendant: 'Attendant',
  any: 'All',
  anybody: 'All',
  gone: '(removed)',
  format: 'Format',
  formats: {
    xes: { name: 'XES', hint: 'IEEE 1849: a trace for each ticket. Disco, ProM, pm4py.' },
    ocel: {
      name: 'OCEL 2.0 (JSON)',
      hint: 'Events related to ticket, contact, queue, attendant and connection. pm4py, OCPM.',
    },
    csv: {
      name: 'CSV',
      hint: 'A line for each event, with pm4py’s columns and semicolons. Spreadsheets, pandas.',
    },
  },
  people: 'People',
  pseudonyms: 'Pseudonyms',
  pseudonymsHint:
    'Contacts, attendants and tickets have codes that are always the same in your company and lead back to nobody.',
  names: 'Names',
  namesHint: 'The file will hold personal data. The export is written down in the audit trail.',
  inside: 'What is in the file',
  events:
    'Opening, entering a queue, acceptance, transfer, return, closing (by a person, the bot or inactivity), reopening, deletion, messages received and sent, rating.',
  times:
    'Times in UTC with their offset. The period goes from midnight to midnight in the company’s time zone.',
  filter:
    'With a filter, all events of the period of tickets that were in the queue, of the connection or with the attendant in that period.',
  never: 'Never what messages or notes say. Erased contacts have no name in any case.',
  groups: 'Conversations of groups and imported history are no tickets, and are left out.',
  download: 'Download file',
  downloading: 'Preparing…',
  done: 'File downloaded.',
  noPeriod: 'Choose a valid period.',
  tooLong: 'Choose a period of up to {{count}} days.',
};
