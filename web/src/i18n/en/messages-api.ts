/** How programs write and listen in the company's name: the frame, and the documentation. */
export const messagesApi = {
  tabs: {
    label: 'Parts of the messages API',
    documentation: 'Documentation',
    keys: 'Keys',
    webhooks: 'Webhooks',
  },
  intro:
    'Your systems send WhatsApp messages in the company’s name with one HTTP call, and then ask, or are told, what became of each.',
  token: {
    title: 'Get a token',
    text: 'Create a company key, with scopes and an expiry, which can be revoked. Or use a connection’s token: it sends by that connection and reads its messages, received and sent.',
    toKeys: 'Company keys',
    toConnections: 'Connection tokens',
    header:
      'The token goes into a header, never into the address: `Authorization: Bearer YOUR_TOKEN` or `token: YOUR_TOKEN`. A key without `whatsappId` uses the default connection.',
    field: 'Your token',
    hint: 'Fills in the examples and the test. It stays in this page’s memory only and is gone when you leave.',
    placeholder: 'YOUR_TOKEN',
    show: 'Show the token',
    hide: 'Hide the token',
  },
  example: {
    text: 'Your order is on its way!',
    caption: 'Here is the invoice',
    order: 'order',
    invoice: 'invoice',
    photo: 'photo',
    received: 'It came like this',
  },
  code: {
    language: 'Language of the examples',
    copyOf: 'Copy {{what}}',
  },
  send: {
    title: 'Send a text',
    text: 'Put your own phone in as the number, with its country code: `5511987654321` or `+55 (11) 98765-4321`. Brazil’s ninth digit is found out. Another message wants another `Idempotency-Key`.',
    answer: 'Answer 202',
    after:
      '202 means that the message is written down: it goes out as soon as the connection can, even if it is offline now.',
    absent:
      'A number that is not a contact’s yet is checked before: without WhatsApp, the answer is 422 with `ERR_WAPP_INVALID_CONTACT`. A contact’s is not checked again, nor any other while no connection answers: the answer is 202 and, without WhatsApp, the state becomes `failed`, with that code in `error.code`, here and in the webhook `message.failed`.',
  },
  files: {
    title: 'Send files',
    upload: 'In a form (multipart/form-data), where the field `medias` may come several times:',
    address:
      'Or say where the file is to be fetched, in JSON or in a form. Addresses of private networks are refused:',
  },
  state: {
    title: 'Learn what became of it',
    text: 'Ask by the id of the answer:',
    of: {
      queued: 'It waits for the connection.',
      unconfirmed:
        'It was sent, and WhatsApp has not confirmed yet. It is sent again, and the phone shows one.',
      sent: 'WhatsApp has it.',
      delivered: 'It is on the person’s phone.',
      read: 'It was read, if the person lets others know.',
      failed:
        'It did not go, or WhatsApp reported an error after `sent`. `error.code` says why, and `error.whatsappCode` is WhatsApp’s own number.',
      deleted: 'It was deleted.',
      received: 'A contact wrote it: the id is from a webhook.',
    },
  },
  list: {
    title: 'List what you sent',
    text: 'The newest first, also by `number`, `ticketId`, `state` or `since`. The next page begins at the `nextCursor` of the one before, given as `cursor`.',
  },
  received: {
    title: 'Read what you received',
    text: 'The webhook `message.received` gives the id as `messageId`. By it you read any message, received or sent, with its text, file and contact:',
    answer: 'Answer 200, with a file',
    file: 'The file is at the path that `message.media.path` names:',
    later:
      'While `path` is `null`, the file is on its way or could not be had. The webhook `message.changed` tells when it is here. Until then the answer is 404: with `Retry-After`, ask again; without it, `detail` says why.',
  },
  once: {
    title: 'Never twice',
    text: 'With the header `Idempotency-Key` (up to {{length}} characters) the same call can be repeated for {{hours}} hours: one message goes out, and the answer is that of the first time, with `Idempotent-Replayed: true`. The key counts for its token: with another token it is another call. The same key with other content is refused with 409. Use it wherever a network error may make your system try again.',
  },
  fields: {
    title: 'Fields for sending',
    of: {
      number: 'Country code, area code and number; what stands between the digits does not count. Required.',
      body: 'The text; with a file, the caption.',
      medias: 'Files, in a form.',
      mediaUrl:
        'Address of a file. `mediaUrls` takes up to {{urls}}; in a form the field comes once for each.',
      fileName: 'What the one file of the call is called, in place of its own name.',
      externalId: 'Your name for the message; the list finds it by this. It may repeat.',
      queueId:
        'Queue of the ticket, if one is opened. Without it the contact’s default or the connection’s first.',
      userId: 'In whose name: it counts as written by a person, and the menu stays silent.',
      sendSignature: 'Puts that user’s name above the text.',
      closeTicket: 'Closes the ticket once the message is written down.',
      quotedMessageId: 'Message of the same conversation that this one answers.',
      whatsappId: 'Connection to use, with a company key.',
    },
  },
  problems: {
    title: 'Errors',
    text: 'Refusals come as `application/problem+json` (RFC 9457). The field `code` does not change; `errors` says which fields.',
    status: 'Status',
    code: 'code',
    meaning: 'What happened, and what to do',
    of: {
      ERR_UNREADABLE_BODY: 'The body cannot be read: the JSON or the form is broken; `detail` says where.',
      ERR_WEBHOOK_ADDRESS:
        'The webhook’s address cannot be used: it must be http or https, public, and without user and password.',
      ERR_UNAUTHENTICATED: 'The token is missing or not valid (any more). Check it, or create another key.',
      ERR_SUBSCRIPTION_EXPIRED: 'The company’s subscription has expired: no token works until it is renewed.',
      ERR_SCOPE_MISSING: 'The key does not have the scope of this call.',
      ERR_NO_MESSAGE_FOUND: 'There is no such message, or it is not this token’s.',
      ERR_NOT_FOUND:
        'There is no such path; or the file is not here. With `Retry-After` it is on its way: ask again; without it, `detail` says why.',
      ERR_NO_WAPP_FOUND: 'There is no such connection.',
      ERR_NO_QUEUE_FOUND: 'There is no such queue: check `queueId`.',
      ERR_NO_USER_FOUND: 'There is no such user: check `userId`.',
      ERR_NO_WEBHOOK_FOUND: 'There is no such webhook.',
      ERR_NO_DELIVERY_FOUND: 'There is no such delivery, or it is older than 30 days.',
      ERR_NO_DEF_WAPP_FOUND: 'The company has no default connection: give `whatsappId`.',
      ERR_IDEMPOTENCY_MISMATCH: 'This `Idempotency-Key` came before with other content.',
      ERR_CONFLICT: 'It was changed in the same moment: repeat.',
      ERR_WEBHOOK_LIMIT: 'The company has as many webhooks as it can have: delete one that is not needed.',
      ERR_WEBHOOK_DISABLED: 'The webhook is disabled: enable it and repeat.',
      ERR_MEDIA_TOO_LARGE: 'The file, or the whole body, is too large; `detail` names the limit.',
      ERR_CONTENT_TYPE:
        'This `Content-Type` is not taken: send `application/json`, or files in `multipart/form-data`.',
      ERR_VALIDATION: 'Something is not as it must be, or a field is not known; `errors` says what.',
      ERR_EMPTY_MESSAGE: 'There is neither text nor file.',
      ERR_WAPP_INVALID_CONTACT:
        'The number has no WhatsApp. Of a contact this comes after the 202, in `error.code`.',
      ERR_MEDIA_NOT_FETCHED:
        'The file could not be fetched from its address, or is empty; `errors` says why.',
      ERR_TOO_MANY_REQUESTS:
        'Too many calls with the token, or too many messages to the number; `limit` says which. Wait as long as `Retry-After` says.',
      ERR_INTERNAL: 'Something went wrong on our side. Repeat with the same `Idempotency-Key`.',
      ERR_UNAVAILABLE: 'Something is down. Repeat with the same `Idempotency-Key`.',
      ERR_DISK_FULL: 'The disk of the server is full: nothing is sent until it has room.',
    },
  },
  limits: {
    title: 'Limits',
    calls:
      'Each token makes up to {{calls}} calls a minute. Answers tell this limit in `RateLimit-Policy`, and what is left of it in `RateLimit`.',
    number:
      'Each number gets up to {{messages}} messages a minute by these calls, from all tokens of the company together; each file is a message.',
    met: '429 tells in `limit`, and in those two headers, which of the limits was met, and in `Retry-After` how many seconds to wait.',
    text: 'Text: up to {{characters}} characters; the whole JSON up to 512 KB.',
    files: 'File: up to {{file}} MB; an image, sound or video above {{media}} MB goes as a document.',
    counts:
      'In one call: up to {{files}} files in a form, {{urls}} addresses. In one company: up to {{webhooks}} webhooks.',
  },
  told: {
    title: 'Be told',
    text: 'Instead of asking, have what happens sent to an address of yours: messages received, sent, delivered and read, tickets, contacts. All of it signed as Standard Webhooks says, which libraries of many languages check, and repeated until it arrives.',
    link: 'Set up webhooks',
  },
  reference: {
    title: 'Full reference',
    text: 'The calls of programs, with schemas and examples, in OpenAPI 3.1. Import them by this address in Postman or Insomnia, or make a client of it:',
    link: 'Open the reference',
    address: 'Address of the OpenAPI description',
  },
};
