// Made by `node docs/generate-client.ts` from the description of the calls under /docs/programs.json. It needs nothing
// but `fetch`: take it along into any project.

export type SendMessageInput = {
  /** With its country code, as in 5511987654321 or +55 (11) 98765-4321; what stands between the digits does not count. The ninth digit is found out. */
  readonly number: string;
  /** The text; with a file, what stands below it. */
  readonly body?: string;
  /** What the one file of the call is called, in place of what its server or its sender calls it. */
  readonly fileName?: string | null;
  /** The queue of a ticket that is opened for this; without it the contact's default queue, else the connection's first. */
  readonly queueId?: string | null;
  /** In whose name it is sent: it counts as written by a person, and the menu stays silent. */
  readonly userId?: string | null;
  /** Closes the ticket once the message is queued. */
  readonly closeTicket?: boolean;
  /** Puts the user's name above the text; needs userId. */
  readonly sendSignature?: boolean;
  /** Your own name for the message: lists find it by this. It need not be unique. */
  readonly externalId?: string | null;
  /** A message of the same conversation that this answers. */
  readonly quotedMessageId?: string | null;
  /** The connection to send by, for a company's key: without it the default one. */
  readonly whatsappId?: string | null;
  /** Where the file is got from, once. Addresses within private networks are refused. */
  readonly mediaUrl?: string;
  readonly mediaUrls?: readonly string[];
};

export type WebhookTypeInput =
  | 'message.received'
  | 'message.changed'
  | 'message.sent'
  | 'message.delivered'
  | 'message.read'
  | 'message.failed'
  | 'message.edited'
  | 'message.deleted'
  | 'ticket.opened'
  | 'ticket.accepted'
  | 'ticket.returned'
  | 'ticket.transferred'
  | 'ticket.closed'
  | 'ticket.reopened'
  | 'ticket.deleted'
  | 'contact.created'
  | 'contact.changed'
  | 'contact.merged'
  | 'contact.removed'
  | 'contact.erased'
  | 'connection.status'
  | 'rating.given';

export type CreateWebhookInput = {
  /** http or https, on a public address. Redirects are not followed. */
  readonly url: string;
  readonly events: readonly WebhookTypeInput[];
  /** `thin`: ids, states and times. `full`: texts, names and numbers as well. Without it: `"thin"`. */
  readonly payload?: 'thin' | 'full';
  /** Without it: `""`. */
  readonly description?: string;
  /** What happens while an endpoint is not enabled is not sent to it later either. Without it: `true`. */
  readonly enabled?: boolean;
  /** Only messages, tickets, ratings and states of these connections; null: of all, now and later. Contacts belong to the company and to no connection: `contact.*` is told whatever stands here. Without it: `null`. */
  readonly connectionIds?: readonly string[] | null;
};

export type ChangeWebhookInput = {
  /** http or https, on a public address. Redirects are not followed. */
  readonly url?: string;
  readonly events?: readonly WebhookTypeInput[];
  /** `thin`: ids, states and times. `full`: texts, names and numbers as well. */
  readonly payload?: 'thin' | 'full';
  readonly description?: string;
  /** What happens while an endpoint is not enabled is not sent to it later either. */
  readonly enabled?: boolean;
  /** Only messages, tickets, ratings and states of these connections; null: of all, now and later. Contacts belong to the company and to no connection: `contact.*` is told whatever stands here. */
  readonly connectionIds?: readonly string[] | null;
};

export type NewWebhookSecretInput = {
  /** The secrets before sign no longer, as after a leak; for 24 hours more unless this is said. */
  readonly endPrevious?: boolean;
};

export type MessageState =
  | 'queued'
  | 'unconfirmed'
  | 'failed'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'deleted'
  | 'received';

export type Message = {
  readonly id: string;
  readonly externalId: string | null;
  readonly ticketId: string;
  readonly contactId: string;
  readonly whatsappId: string;
  readonly number: string | null;
  readonly mediaType:
    | 'text'
    | 'image'
    | 'audio'
    | 'video'
    | 'application'
    | 'locationMessage'
    | 'vcard'
    | 'contactMessage'
    | 'call_log'
    | 'unavailable'
    | 'view_once'
    | 'unsupported';
  readonly state: MessageState;
  /** Null of what a contact wrote, and of what the company wrote on its phone. */
  readonly queuedAt: string | null;
  /** When WhatsApp got it: WhatsApp's own time of what came and of what a phone of the company sent; of what was sent from here, when WhatsApp confirmed it, and null before. */
  readonly sentAt: string | null;
  readonly deliveredAt: string | null;
  readonly readAt: string | null;
  readonly unconfirmedAt: string | null;
  readonly failedAt: string | null;
  /** Why it failed, while `state` is `failed`. */
  readonly error: {
    /** `ERR_WAPP_INVALID_CONTACT`: nobody on WhatsApp has the number. `ERR_WAPP_NO_ANSWER`: it may have arrived. `ERR_SENDING_WAPP_MSG`: it was not sent, or WhatsApp refused it. */
    readonly code: string;
    /** WhatsApp's own number, where it gave one. */
    readonly whatsappCode: number | null;
  } | null;
};

export type MessageAccepted = {
  readonly id: string;
  readonly ids: readonly string[];
  readonly ticketId: string;
  readonly contactId: string;
  readonly whatsappId: string;
  /** As WhatsApp has it. */
  readonly number: string;
  readonly externalId: string | null;
  readonly state: 'queued';
  readonly queuedAt: string;
};

export type MessagePage = {
  readonly messages: readonly Message[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
};

/** Why a call was refused: RFC 9457. */
export type Problem = {
  /** Which problem it is: the same for every occurrence. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  /** This occurrence, as support finds it: the path of the call and its id. */
  readonly instance: string;
  readonly code: string;
  /** The fields that are not as they must be. */
  readonly errors?: readonly {
    readonly field: string;
    readonly message: string;
  }[];
  readonly limit?: {
    readonly name: 'key' | 'number';
    /** So many are allowed */
    readonly quota: number;
    /** in so many seconds */
    readonly windowSeconds: number;
  };
};

export type WebhookType =
  | 'message.received'
  | 'message.changed'
  | 'message.sent'
  | 'message.delivered'
  | 'message.read'
  | 'message.failed'
  | 'message.edited'
  | 'message.deleted'
  | 'ticket.opened'
  | 'ticket.accepted'
  | 'ticket.returned'
  | 'ticket.transferred'
  | 'ticket.closed'
  | 'ticket.reopened'
  | 'ticket.deleted'
  | 'contact.created'
  | 'contact.changed'
  | 'contact.merged'
  | 'contact.removed'
  | 'contact.erased'
  | 'connection.status'
  | 'rating.given';

export type Webhook = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookType[];
  /** `thin`: ids, states and times. `full`: texts, names and numbers as well. */
  readonly payload: 'thin' | 'full';
  readonly description: string;
  /** What happens while an endpoint is not enabled is not sent to it later either. */
  readonly enabled: boolean;
  /** Only messages, tickets, ratings and states of these connections; null: of all, now and later. Contacts belong to the company and to no connection: `contact.*` is told whatever stands here. */
  readonly connectionIds: readonly string[] | null;
  readonly disabledReason: 'gone' | 'failing' | null;
  readonly secret: {
    readonly ending: string;
    readonly previousUntil: string | null;
  };
  readonly failingSince: string | null;
  readonly lastSuccessAt: string | null;
  /** Nothing is sent before: an answer asked for that by `Retry-After`, of which an hour at most is heeded. Sending something again by hand, or a test, ends it. */
  readonly heldUntil: string | null;
  readonly waiting: number;
  readonly createdAt: string;
};

export type WebhookDelivery = {
  readonly id: string;
  readonly type:
    | 'message.received'
    | 'message.changed'
    | 'message.sent'
    | 'message.delivered'
    | 'message.read'
    | 'message.failed'
    | 'message.edited'
    | 'message.deleted'
    | 'ticket.opened'
    | 'ticket.accepted'
    | 'ticket.returned'
    | 'ticket.transferred'
    | 'ticket.closed'
    | 'ticket.reopened'
    | 'ticket.deleted'
    | 'contact.created'
    | 'contact.changed'
    | 'contact.merged'
    | 'contact.removed'
    | 'contact.erased'
    | 'connection.status'
    | 'rating.given'
    | 'webhook.test';
  readonly sequence: number | null;
  readonly status: 'waiting' | 'delivered' | 'failed';
  readonly happenedAt: string;
  /** How often it was tried, also where nothing could be sent. */
  readonly tries: number;
  readonly lastTryAt: string | null;
  /** The status that was answered */
  readonly answered: number | null;
  readonly milliseconds: number | null;
  readonly problem:
    | 'url'
    | 'protocol'
    | 'credentials'
    | 'port'
    | 'address'
    | 'dns'
    | 'unreachable'
    | 'redirect'
    | 'too-large'
    | 'timeout'
    | 'status'
    | 'unreadable'
    | 'secret'
    | null;
  /** Why nothing can be sent (`unreadable`, `secret`), in words for who runs the installation. */
  readonly reason: string | null;
  readonly nextTryAt: string | null;
};

export type MessageContent = {
  readonly id: string;
  readonly ticketId: string;
  readonly contactId: string;
  /** The connection. */
  readonly whatsappId: string;
  /** Written by the company, here or on its phone. */
  readonly fromMe: boolean;
  /** What the program that sent it calls it; null for all others. */
  readonly externalId: string | null;
  /** As it is now, with its whole text: `bodyTruncated` is false. Empty once the message was deleted, or the person erased. */
  readonly message: {
    readonly body: string;
    /** The text was cut, or `parts` were left out: `GET /api/messages/{id}/content` has all of it. */
    readonly bodyTruncated: boolean;
    /** What it shows beside its text: an ad that it answers, words that it quotes, an order, a product, a Pix key, buttons. `words` stands where the text is; without it `body` says the same in plain text. Absent where a message is its text and file alone. */
    readonly parts?: readonly (
      | {
          readonly kind: 'words';
        }
      | {
          readonly kind: 'text';
          readonly style: 'title' | 'text' | 'footer';
          readonly text: string;
        }
      | {
          readonly kind: 'note';
          readonly of:
            | 'forwarded'
            | 'forwardedOften'
            | 'channel'
            | 'cancelled'
            | 'group'
            | 'groupStatus'
            | 'statusMention'
            | 'question'
            | 'comment'
            | 'cover'
            | 'optionPicture'
            | 'betterCopy'
            | 'earlierEdit';
          readonly text?: string;
        }
      | {
          readonly kind: 'card';
          readonly of:
            | 'ad'
            | 'link'
            | 'order'
            | 'product'
            | 'catalog'
            | 'event'
            | 'call'
            | 'poll'
            | 'pollResult'
            | 'pix'
            | 'payment'
            | 'paymentRequest'
            | 'paymentDeclined'
            | 'paymentCancelled'
            | 'paymentInvite'
            | 'invoice'
            | 'groupInvite'
            | 'channelInvite'
            | 'options'
            | 'answers'
            | 'place'
            | 'stickerPack'
            | 'item'
            | 'shop'
            | 'phoneRequest'
            | 'details';
          readonly title?: string;
          readonly text?: string;
          readonly footer?: string;
          readonly link?: string;
          readonly picture?: string;
          readonly rows?: readonly {
            readonly name?:
              | 'number'
              | 'items'
              | 'quantity'
              | 'total'
              | 'subtotal'
              | 'shipping'
              | 'discount'
              | 'tax'
              | 'price'
              | 'salePrice'
              | 'productCode'
              | 'amount'
              | 'payee'
              | 'payer'
              | 'key'
              | 'keyType'
              | 'pixCode'
              | 'boleto'
              | 'reference'
              | 'starts'
              | 'ends'
              | 'until'
              | 'place'
              | 'link'
              | 'source'
              | 'campaign'
              | 'votes'
              | 'publisher';
            readonly label?: string;
            readonly value: string;
            readonly as?: 'link' | 'phone' | 'code' | 'time' | 'money';
            readonly currency?: string;
          }[];
          readonly buttons?: readonly {
            readonly label: string;
            readonly link?: string;
            readonly phone?: string;
            readonly code?: string;
          }[];
        }
      | {
          readonly kind: 'buttons';
          readonly buttons: readonly {
            readonly label: string;
            readonly link?: string;
            readonly phone?: string;
            readonly code?: string;
          }[];
        }
      | {
          readonly kind: 'quote';
          readonly of: 'message' | 'status' | 'question';
          readonly fromMe: boolean;
          readonly author?: string;
          readonly text: string;
          readonly mediaType: string;
          readonly picture?: string;
        }
      | {
          readonly kind: 'more';
          readonly of: readonly {
            readonly what: string;
            readonly count: number;
          }[];
        }
    )[];
    readonly mediaType:
      | 'text'
      | 'image'
      | 'audio'
      | 'video'
      | 'application'
      | 'locationMessage'
      | 'vcard'
      | 'contactMessage'
      | 'call_log'
      | 'unavailable'
      | 'view_once'
      | 'unsupported';
    readonly media: {
      readonly name: string | null;
      readonly mime: string | null;
      readonly size: number | null;
      /** Where a token of the scope `read` gets the file, on this server. Null while the file is not here: it may still be on its way, or could not be had. */
      readonly path: string | null;
    } | null;
    readonly quotedMessageId: string | null;
    /** Who wrote it, in a group. */
    readonly senderName: string | null;
    /** When it was written down here to be sent; null of what came, and of what a phone sent. */
    readonly queuedAt: string | null;
    /** When WhatsApp got it: WhatsApp's own time of what came and of what a phone of the company sent; of what was sent from here, when WhatsApp confirmed it, and null before. */
    readonly sentAt: string | null;
  };
  /** Empty once the person was erased. */
  readonly contact: {
    readonly name: string;
    readonly number: string;
    readonly isGroup: boolean;
  };
};

/** Why a call was refused: `problem.code` does not change, `problem.errors` names the fields. */
export class CallRefused extends Error {
  readonly status: number;
  /** Undefined when what answered was not the product. */
  readonly problem: Problem | undefined;
  /** How long to wait before the same call is made again, where the answer says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, problem: Problem | undefined) {
    super(problem?.detail ?? problem?.title ?? `Answered with ${response.status}`);
    this.name = 'CallRefused';
    this.status = response.status;
    this.problem = problem;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  }
}

type Details = {
  readonly body?: object | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly idempotencyKey?: string | undefined;
};

const isProblem = (answer: unknown): answer is Problem =>
  typeof answer === 'object' && answer !== null && 'code' in answer && 'instance' in answer;

export type Client = ReturnType<typeof createClient>;

/**
 * The calls of the messages API. `address` is the company's own, without a path; `token` a key of the company or a
 * connection's token. Each call answers what the server answered, or throws CallRefused.
 */
export const createClient = ({ address, token }: { readonly address: string; readonly token: string }) => {
  const request = async (method: string, path: string, details: Details = {}): Promise<Response> => {
    const { body, query = {}, idempotencyKey } = details;
    const url = new URL(`/api${path}`, address);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const headers = new Headers({ authorization: `Bearer ${token}` });
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
    const isForm = body instanceof FormData;
    if (body && !isForm) headers.set('content-type', 'application/json');
    const content = isForm ? body : JSON.stringify(body);
    return fetch(url, { method, headers, ...(body ? { body: content } : {}) });
  };
  const read = async (response: Response): Promise<unknown> => {
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw new CallRefused(response, isProblem(answer) ? answer : undefined);
    return answer;
  };
  const call = async <Answer>(method: string, path: string, details?: Details): Promise<Answer> =>
    (await read(await request(method, path, details))) as Answer;
  const download = async (method: string, path: string): Promise<Blob> => {
    const response = await request(method, path);
    if (!response.ok) await read(response);
    return response.blob();
  };
  return {
    /** Send a text or files. The message is written down and goes out as soon as its connection can: 202 answers its id, by which `getMessage` tells its state. The number of somebody new is checked first, and refused with 422 and `ERR_WAPP_INVALID_CONTACT` when nobody on WhatsApp has it. That of a contact is not checked again, nor any other while no connection answers: the call is answered 202, and the message becomes `failed` with that code. With an `Idempotency-Key` the same call may be made again for 24 hours, and one message is sent. */
    sendMessage: (body: SendMessageInput, { idempotencyKey }: { readonly idempotencyKey?: string } = {}) =>
      call<MessageAccepted>('POST', `/messages/send`, { body, idempotencyKey }),

    /** Send files that come with the call. As `sendMessage` with a form, each file a message of its own: `body` stands below the first. `sendMessage` takes such a form as well; it is a call of its own for clients that send each call in one way. */
    sendFiles: (body: FormData, { idempotencyKey }: { readonly idempotencyKey?: string } = {}) =>
      call<MessageAccepted>('POST', `/messages/send/files`, { body, idempotencyKey }),

    /** What became of a message. Its state and when it came to each: of any message of the company whose id is known, sent or received, by the calls, by people or on the phone. A connection's token reads the messages of that connection. */
    getMessage: (id: string) => call<Message>('GET', `/messages/${id}`),

    /** Messages that were sent by these calls. The newest first. The next page is asked for with `cursor`, the last answer's `nextCursor`. */
    listMessages: (
      query: {
        readonly externalId?: string;
        readonly number?: string;
        readonly ticketId?: string;
        readonly state?: 'queued' | 'unconfirmed' | 'failed' | 'sent' | 'delivered' | 'read' | 'deleted';
        readonly since?: string;
        readonly limit?: number;
        readonly cursor?: string;
      } = {},
    ) => call<MessagePage>('GET', `/messages`, { query }),

    /** What a message says. Any message of the company, received or sent, as full webhooks have it: text, file and contact. A connection's token reads the messages of that connection. */
    getMessageContent: (id: string) => call<MessageContent>('GET', `/messages/${id}/content`),

    /** The file of a message. Its bytes, as `message.media.path` of webhooks and of `getMessageContent` names them; parts with `Range`. The file of a message that has just been received may still be on its way: 404 then says in `Retry-After` when to ask again. Images, sounds and films come with their type, everything else as `application/octet-stream`, to be kept. */
    getMessageMedia: (id: string) => download('GET', `/messages/${id}/media`),

    /** The endpoints there are. Without their secrets. */
    listWebhooks: () =>
      call<{
        readonly webhooks: readonly Webhook[];
      }>('GET', `/webhooks`),

    /** Have what happens sent to an address. Begins with what happens from now on. `newSecret` is answered this once: every delivery is signed with it, as Standard Webhooks 1.0 says. */
    createWebhook: (body: CreateWebhookInput) =>
      call<{
        readonly id: string;
        readonly url: string;
        readonly events: readonly WebhookType[];
        /** `thin`: ids, states and times. `full`: texts, names and numbers as well. */
        readonly payload: 'thin' | 'full';
        readonly description: string;
        /** What happens while an endpoint is not enabled is not sent to it later either. */
        readonly enabled: boolean;
        /** Only messages, tickets, ratings and states of these connections; null: of all, now and later. Contacts belong to the company and to no connection: `contact.*` is told whatever stands here. */
        readonly connectionIds: readonly string[] | null;
        readonly disabledReason: 'gone' | 'failing' | null;
        readonly failingSince: string | null;
        readonly lastSuccessAt: string | null;
        /** Nothing is sent before: an answer asked for that by `Retry-After`, of which an hour at most is heeded. Sending something again by hand, or a test, ends it. */
        readonly heldUntil: string | null;
        readonly waiting: number;
        readonly createdAt: string;
        /** Shown this once. Signatures are made with what follows `whsec_`, decoded from base64. */
        readonly newSecret: string;
      }>('POST', `/webhooks`, { body }),

    /** What can be told of. Every type of event, with an example of what is sent. */
    listEventTypes: () =>
      call<{
        readonly types: readonly {
          readonly type: WebhookType;
          readonly example: Readonly<Record<string, unknown>>;
        }[];
      }>('GET', `/webhooks/event-types`),

    /** One endpoint. And whether it is enabled, or why not. */
    getWebhook: (id: string) => call<Webhook>('GET', `/webhooks/${id}`),

    /** Change an endpoint. What is given changes. Enabled again, it is told of what happens from then on. */
    changeWebhook: (id: string, body: ChangeWebhookInput) =>
      call<Webhook>('PUT', `/webhooks/${id}`, { body }),

    /** Remove an endpoint. What was still to be delivered is not. */
    removeWebhook: (id: string) =>
      call<{
        readonly id: string;
      }>('DELETE', `/webhooks/${id}`),

    /** Another secret. Those before sign until `previousUntil`, so that nothing is refused meanwhile, or no longer with `endPrevious`. */
    renewWebhookSecret: (id: string, body: NewWebhookSecretInput) =>
      call<{
        readonly id: string;
        /** Shown this once. Signatures are made with what follows `whsec_`, decoded from base64. */
        readonly newSecret: string;
        readonly previousUntil: string;
      }>('POST', `/webhooks/${id}/secret`, { body }),

    /** Send a test event. Signed and delivered like any other; its delivery tells what was answered. Nothing is sent to one that is disabled: 409. */
    testWebhook: (id: string) =>
      call<{
        readonly deliveryId: string;
      }>('POST', `/webhooks/${id}/test`),

    /** What was delivered, and what not. The newest first, with the answer, its time, the tries and when the next one is. */
    listDeliveries: (
      id: string,
      query: {
        readonly status?: 'waiting' | 'delivered' | 'failed';
        readonly type?:
          | 'message.received'
          | 'message.changed'
          | 'message.sent'
          | 'message.delivered'
          | 'message.read'
          | 'message.failed'
          | 'message.edited'
          | 'message.deleted'
          | 'ticket.opened'
          | 'ticket.accepted'
          | 'ticket.returned'
          | 'ticket.transferred'
          | 'ticket.closed'
          | 'ticket.reopened'
          | 'ticket.deleted'
          | 'contact.created'
          | 'contact.changed'
          | 'contact.merged'
          | 'contact.removed'
          | 'contact.erased'
          | 'connection.status'
          | 'rating.given'
          | 'webhook.test';
        readonly limit?: number;
        readonly cursor?: string;
      } = {},
    ) =>
      call<{
        readonly deliveries: readonly WebhookDelivery[];
        readonly hasMore: boolean;
        readonly nextCursor: string | null;
      }>('GET', `/webhooks/${id}/deliveries`, { query }),

    /** One delivery with what was sent. The request as it is signed, and what was answered last. */
    getDelivery: (id: string, deliveryId: string) =>
      call<{
        readonly id: string;
        readonly type:
          | 'message.received'
          | 'message.changed'
          | 'message.sent'
          | 'message.delivered'
          | 'message.read'
          | 'message.failed'
          | 'message.edited'
          | 'message.deleted'
          | 'ticket.opened'
          | 'ticket.accepted'
          | 'ticket.returned'
          | 'ticket.transferred'
          | 'ticket.closed'
          | 'ticket.reopened'
          | 'ticket.deleted'
          | 'contact.created'
          | 'contact.changed'
          | 'contact.merged'
          | 'contact.removed'
          | 'contact.erased'
          | 'connection.status'
          | 'rating.given'
          | 'webhook.test';
        readonly sequence: number | null;
        readonly status: 'waiting' | 'delivered' | 'failed';
        readonly happenedAt: string;
        /** How often it was tried, also where nothing could be sent. */
        readonly tries: number;
        readonly lastTryAt: string | null;
        /** The status that was answered */
        readonly answered: number | null;
        readonly milliseconds: number | null;
        readonly problem:
          | 'url'
          | 'protocol'
          | 'credentials'
          | 'port'
          | 'address'
          | 'dns'
          | 'unreachable'
          | 'redirect'
          | 'too-large'
          | 'timeout'
          | 'status'
          | 'unreadable'
          | 'secret'
          | null;
        /** Why nothing can be sent (`unreadable`, `secret`), in words for who runs the installation. */
        readonly reason: string | null;
        readonly nextTryAt: string | null;
        readonly request: {
          readonly url: string;
          readonly headers: Readonly<Record<string, string>>;
          readonly body: string;
        } | null;
        readonly requestProblem: 'unreadable' | 'secret' | null;
        readonly answer: string | null;
      }>('GET', `/webhooks/${id}/deliveries/${deliveryId}`),

    /** Send a delivery again. Under the same id: receivers that have had it know it by that. Nothing is sent to one that is disabled: 409. */
    resendDelivery: (id: string, deliveryId: string) =>
      call<{
        readonly deliveryId: string;
      }>('POST', `/webhooks/${id}/deliveries/${deliveryId}/resend`),

    /** Send a period again. What happened between two instants: what was not delivered, or all of it. Nothing is sent to one that is disabled: 409. */
    resendDeliveries: (
      id: string,
      body: {
        readonly from: string;
        readonly until: string;
        /** `undelivered`: what waits and what failed. `failed`: only what failed. `all`: all of it, what was delivered as well. Without it: `"undelivered"`. */
        readonly status?: 'undelivered' | 'failed' | 'all';
      },
    ) =>
      call<{
        readonly count: number;
      }>('POST', `/webhooks/${id}/resend`, { body }),
  };
};
