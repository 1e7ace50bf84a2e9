/**
 * Every column of text outside of the log and the read models, with why nothing of a person stays there once they are
 * erased. `none`: nothing of a contact ever stands there. `asks`: the writer asks whether they are erased. `again`:
 * the purge is repeated for what was under way. A table that is new fails the test that walks these.
 */
export const places: Readonly<Record<string, 'none' | 'asks' | 'again' | 'asks, again'>> = {
  'connector.address_book': 'again',
  'connector.chat': 'again',
  'connector.checkpoint': 'none',
  'connector.contact': 'again',
  // The names of erased persons, sealed until the last purge.
  'connector.erasure': 'again',
  'connector.inbox_journal': 'again',
  'connector.ledger': 'none',
  'connector.media_download': 'asks, again',
  'connector.media_upload': 'asks, again',
  'connector.message': 'again',
  'connector.message_secret': 'again',
  'connector.number_check': 'again',
  'connector.outbox': 'none',
  'connector.reachable': 'none',
  'connector.receipt': 'none',
  'connector.removed': 'none',
  // The company's own number.
  'connector.session': 'none',
  'connector.unheard': 'none',
  'connector.wa_creds': 'none',
  'connector.wa_key': 'again',
  // A file's name and headings are the company's words.
  'contact_import.job': 'none',
  'contact_import.line': 'again',
  'integrity.leaves': 'none',
  'integrity.run': 'none',
  'integrity.tree': 'none',
  'media.object': 'asks',
  'migration.applied': 'none',
  // Ids of streams and rows.
  'parking.parked': 'none',
  // A digest of the company's words.
  'policy.automatic_text': 'none',
  'policy.checkpoint': 'none',
  'policy.due_work': 'none',
  // What errors say has no values in it: domain/shared/printable.ts.
  'projection.checkpoint': 'none',
  'projection.parked': 'none',
  'questions.note': 'none',
  'questions.version': 'none',
  // Addresses of users, and what they were refused.
  'secrets.access_refusal': 'none',
  'secrets.api_key': 'none',
  'secrets.call_window': 'none',
  'secrets.company_secret': 'none',
  'secrets.connection_token': 'none',
  'secrets.credential': 'none',
  'secrets.group_member': 'none',
  'secrets.idempotent_call': 'again',
  'secrets.installation_key': 'none',
  // Addresses of users: an erasure is of contacts.
  'secrets.login_failure': 'none',
  'secrets.login_try': 'none',
  'secrets.person_key': 'none',
  'secrets.refresh_token': 'none',
  'secrets.session': 'none',
  'secrets.webhook_secret': 'none',
  'webhook.delivery': 'asks, again',
  'webhook.endpoint': 'none',
};
