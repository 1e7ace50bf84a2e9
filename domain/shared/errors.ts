import { z } from 'zod';

/**
 * Every code that a refused call or command may carry: its HTTP status, and a short text for people who read answers
 * raw; screens translate the code. Clients act on three statuses: 401 logs out, 403 with ERR_SESSION_EXPIRED refreshes
 * the session and tries again, any other 403 is a denied action (specification, core, section 4). The first block is
 * the catalogue of the specification (core, section 8); the second holds codes of our own for what it has no word for.
 */
export const errors = {
  ERR_NO_OTHER_WHATSAPP: { status: 409, text: 'At least one default connection is needed.' },
  ERR_NO_DEF_WAPP_FOUND: { status: 409, text: 'There is no default connection.' },
  ERR_WAPP_NOT_INITIALIZED: { status: 409, text: 'The connection is not ready.' },
  ERR_WAPP_CHECK_CONTACT: { status: 502, text: 'The contact could not be checked.' },
  ERR_WAPP_INVALID_CONTACT: { status: 400, text: 'This is not a WhatsApp number.' },
  ERR_WAPP_DOWNLOAD_MEDIA: { status: 422, text: 'The media could not be downloaded.' },
  ERR_INVALID_CREDENTIALS: { status: 401, text: 'E-mail or password is wrong.' },
  ERR_SENDING_WAPP_MSG: { status: 502, text: 'The message could not be sent.' },
  ERR_DELETE_WAPP_MSG: { status: 409, text: 'The message could not be deleted.' },
  ERR_OTHER_OPEN_TICKET: { status: 409, text: 'There is an open ticket for this contact already.' },
  ERR_SESSION_EXPIRED: { status: 403, text: 'The session has expired.' },
  ERR_USER_CREATION_DISABLED: { status: 403, text: 'Users cannot be created.' },
  ERR_NO_PERMISSION: { status: 403, text: 'This is not permitted.' },
  ERR_DUPLICATED_CONTACT: { status: 409, text: 'There is a contact with this number already.' },
  ERR_NO_SETTING_FOUND: { status: 404, text: 'There is no such setting.' },
  ERR_NO_CONTACT_FOUND: { status: 404, text: 'There is no such contact.' },
  ERR_NO_TICKET_FOUND: { status: 404, text: 'There is no such ticket.' },
  ERR_NO_USER_FOUND: { status: 404, text: 'There is no such user.' },
  ERR_NO_WAPP_FOUND: { status: 404, text: 'There is no such connection.' },
  ERR_CREATING_MESSAGE: { status: 500, text: 'The message could not be made.' },
  ERR_CREATING_TICKET: { status: 500, text: 'The ticket could not be made.' },
  ERR_FETCH_WAPP_MSG: { status: 404, text: 'The message could not be fetched; it may be too old.' },
  ERR_QUEUE_COLOR_ALREADY_EXISTS: { status: 409, text: 'Another queue has this colour.' },
  ERR_WAPP_GREETING_REQUIRED: {
    status: 400,
    text: 'A greeting is required when there is more than one queue.',
  },

  ERR_VALIDATION: { status: 400, text: 'Something in this call is not as it must be.' },
  ERR_NO_PERIOD: { status: 400, text: 'Figures need a number of days, or a first and a last day.' },
  ERR_PERIOD_REVERSED: { status: 400, text: 'The period ends before it begins: swap its two ends.' },
  ERR_PERIOD_TOO_LONG: {
    status: 400,
    text: 'The period has more days than can be played at once: choose fewer.',
  },
  ERR_PERIOD_TOO_FULL: {
    status: 413,
    text: 'More happened in the period than can be looked at in one go: choose fewer days.',
  },
  ERR_NOT_FOUND: { status: 404, text: 'There is nothing here.' },
  ERR_NO_IMPORT_FOUND: { status: 404, text: 'There is no such import.' },
  ERR_IMPORT_RUNNING: { status: 409, text: 'The import is still running.' },
  ERR_IMPORT_ENDED: { status: 409, text: 'The import has ended already.' },
  ERR_NO_ADDRESS_BOOK: {
    status: 409,
    text: 'WhatsApp has told of no address book of the phone of this connection yet.',
  },
  ERR_ADDRESS_BOOK_EMPTY: {
    status: 409,
    text: 'The phone of this connection has nobody in its address book.',
  },
  ERR_NO_TABLE: { status: 400, text: 'The file cannot be read as a table.' },
  ERR_TABLE_TOO_LARGE: {
    status: 413,
    text: 'The file is too large to be imported: it may have 100,000 rows and 20 MB.',
  },
  ERR_NO_QUEUE_FOUND: { status: 404, text: 'There is no such queue.' },
  ERR_NO_QUEUE_OPTION_FOUND: { status: 404, text: 'There is no such option.' },
  ERR_QUEUE_OPTION_LIMIT: { status: 409, text: 'The options of a queue have their limits.' },
  ERR_QUEUE_OPTION_BELOW_ITSELF: { status: 409, text: 'An option cannot be moved below itself.' },
  ERR_NO_MESSAGE_FOUND: { status: 404, text: 'There is no such message.' },
  ERR_NO_COMPANY_FOUND: { status: 404, text: 'There is no such company.' },
  ERR_UNAUTHENTICATED: { status: 401, text: 'Please log in.' },
  ERR_SUBSCRIPTION_EXPIRED: { status: 402, text: 'The subscription has expired.' },
  ERR_TICKET_ALREADY_ACCEPTED: { status: 409, text: 'Somebody has accepted this ticket already.' },
  ERR_TICKET_CLOSED: { status: 409, text: 'The ticket is closed.' },
  ERR_TICKET_NOT_CLOSED: { status: 409, text: 'The ticket is not closed.' },
  ERR_TICKET_NOT_OPEN: { status: 409, text: 'The ticket is not open.' },
  ERR_QUEUE_REQUIRED: { status: 400, text: 'A queue must be chosen.' },
  ERR_USER_NOT_IN_QUEUE: { status: 409, text: 'This user does not work in that queue.' },
  ERR_EMAIL_ALREADY_EXISTS: { status: 409, text: 'Another user has this e-mail.' },
  ERR_LAST_ADMIN: { status: 409, text: 'The company needs at least one admin.' },
  ERR_WRONG_PASSWORD: { status: 400, text: 'The present password is wrong.' },
  ERR_NO_API_KEY_FOUND: { status: 404, text: 'There is no such API key.' },
  ERR_TOO_MANY_API_KEYS: { status: 409, text: 'The company has as many API keys as it may have.' },
  ERR_SCOPE_MISSING: { status: 403, text: 'The token has not the scope for this.' },
  ERR_IDEMPOTENCY_MISMATCH: {
    status: 409,
    text: 'This Idempotency-Key came before, with another body.',
  },
  ERR_UNREADABLE_BODY: { status: 400, text: 'The body of this call cannot be read.' },
  ERR_CONTENT_TYPE: { status: 415, text: 'A body of this content type is not taken here.' },
  ERR_MEDIA_NOT_FETCHED: { status: 422, text: 'A file could not be fetched from its address.' },
  ERR_NO_TAG_FOUND: { status: 404, text: 'There is no such tag.' },
  ERR_NO_WEBHOOK_FOUND: { status: 404, text: 'There is no such webhook.' },
  ERR_WEBHOOK_ADDRESS: {
    status: 400,
    text: 'This address cannot be used: it must be http or https, public, and without a user or password.',
  },
  ERR_WEBHOOK_LIMIT: { status: 409, text: 'There are as many webhooks as there can be.' },
  ERR_WEBHOOK_DISABLED: {
    status: 409,
    text: 'The webhook is disabled: nothing is sent to it before it is enabled.',
  },
  ERR_NO_DELIVERY_FOUND: { status: 404, text: 'There is no such delivery.' },
  ERR_NO_QUESTION_FOUND: { status: 404, text: 'There is no such question.' },
  ERR_QUESTION_ALREADY_EXISTS: { status: 409, text: 'Another question has this name.' },
  ERR_TOO_MANY_QUESTIONS: { status: 409, text: 'The company has as many questions as it may have.' },
  ERR_TAG_ALREADY_EXISTS: { status: 409, text: 'Another tag has this name.' },
  ERR_NO_NOTE_FOUND: { status: 404, text: 'There is no such note.' },
  ERR_NO_QUICK_MESSAGE_FOUND: { status: 404, text: 'There is no such quick message.' },
  ERR_SHORTCODE_ALREADY_EXISTS: { status: 409, text: 'Another quick message of yours has this shortcode.' },
  ERR_NO_AUDIT_ENTRY_FOUND: { status: 404, text: 'There is no such entry in the audit trail.' },
  ERR_NO_SCHEDULE_FOUND: { status: 404, text: 'There is no such scheduled message.' },
  ERR_SCHEDULE_SENT: { status: 409, text: 'The scheduled message is sent, or on its way, already.' },
  ERR_SCHEDULE_LATE: { status: 409, text: 'The scheduled message was not sent in time.' },
  ERR_INSTANT_TO_COME: { status: 400, text: 'This instant has not come yet.' },
  ERR_BEFORE_HISTORY: { status: 400, text: 'The company was not there yet at this instant.' },
  ERR_NO_CHECKPOINT_FOUND: { status: 404, text: 'No checkpoint of the history was written yet.' },
  ERR_EMPTY_MESSAGE: { status: 400, text: 'The message is empty.' },
  ERR_MEDIA_TOO_LARGE: { status: 413, text: 'The file is too large.' },
  ERR_WAPP_NO_ANSWER: {
    status: 502,
    text: 'WhatsApp did not say whether it has the message; trying again never sends it twice.',
  },
  ERR_EDIT_WAPP_MSG: { status: 409, text: 'The message cannot be edited any more.' },
  ERR_CONFLICT: { status: 409, text: 'It was changed in the same moment; look again.' },
  ERR_TOO_MANY_REQUESTS: { status: 429, text: 'Too many tries. Please wait.' },
  ERR_TOO_MANY_EXPORTS: {
    status: 429,
    text: 'As many files and figures are being made as can be at once. Please try again in a moment.',
  },
  ERR_EXPORT_TOO_LARGE: {
    status: 413,
    text: 'There is more than one file can hold: choose less, as a shorter period.',
  },
  ERR_ALREADY_SET_UP: { status: 409, text: 'There is a company already.' },
  ERR_UNAVAILABLE: { status: 503, text: 'The service is not available at the moment.' },
  ERR_DISK_FULL: {
    status: 503,
    text: 'The disk of the server is full: nothing can be written until it has room; reading goes on.',
  },
  ERR_LOG_INCOMPLETE: {
    status: 503,
    text: 'Events are missing at the end of the log: nothing can be written until it is restored.',
  },
  ERR_INTERNAL: { status: 500, text: 'Something went wrong on our side.' },
} as const;

export type ErrorCode = keyof typeof errors;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);
export const errorCodes: readonly ErrorCode[] = Object.keys(errors).filter(isErrorCode);
export const errorCodeSchema = z.enum(errorCodes);
