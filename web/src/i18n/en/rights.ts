import { rightNames } from '#contracts/audit-words/en/rights.ts';

/** The table of rights: who may do what. */
export const rights = {
  title: 'Who may do what',
  explanation:
    'Users do this with the tickets they see: those of their queues and connections, without a queue, groups and closed ones.',
  action: 'Action',
  yes: 'Yes',
  no: 'No',
  roles: {
    admin: 'Admin',
    user: 'User',
    analyst: 'Analyst',
    superAdmin: 'Super admin',
  },
  groups: {
    company: 'Company',
    user: 'Users',
    queue: 'Queues',
    tag: 'Tags',
    quickMessage: 'Quick replies',
    question: 'Questions',
    connection: 'Connections',
    apiKey: 'API keys',
    webhook: 'Webhooks',
    contact: 'Contacts',
    contactImport: 'Imports of contacts',
    ticket: 'Tickets',
    message: 'Messages',
    schedule: 'Scheduled messages',
    notice: 'Notices',
    dashboard: 'Dashboard',
    audit: 'Audit trail',
    replay: 'Analysis',
    simulator: 'Simulator',
  },
  actions: rightNames,
};
