import { idOf } from '#domain/testing/ids.ts';
import { none, type Story, step } from './stories.ts';

const [userId, sessionId, apiKeyId, ownerId, other] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)];
const at = '2026-03-04T12:00:00.000Z';
const address = '203.0.113.7';
const loggedIn = step(
  'UserLoggedIn',
  { userId, sessionId, address },
  {
    sessionStatus: [none, 'open'],
    address: [none, address],
  },
);
const ended = { sessionStatus: ['open', 'ended'], address: [none, address] } as const;

const sessions: readonly Story[] = [
  { category: 'session', steps: [loggedIn, step('UserLoggedOut', { userId, sessionId, address }, ended)] },
  {
    category: 'session',
    steps: [
      loggedIn,
      step('UserSessionTakenOver', { userId, sessionId, bySessionId: other, address }, ended),
    ],
  },
  {
    category: 'session',
    steps: [
      loggedIn,
      step(
        'UserSessionRevoked',
        { userId, sessionId, reason: 'password' },
        {
          sessionStatus: ['open', 'ended'],
          reason: [none, 'password'],
        },
      ),
    ],
  },
  {
    category: 'session',
    steps: [
      step(
        'UserLoginFailed',
        { userId, count: 3, address },
        {
          count: [none, 3],
          address: [none, address],
        },
      ),
    ],
  },
  {
    category: 'session',
    steps: [
      step(
        'UserAccessRefused',
        { userId, count: 2, actions: ['audit.read'], address },
        {
          count: [none, 2],
          actions: [none, ['audit.read']],
          address: [none, address],
        },
      ),
    ],
  },
];

const key = { apiKeyId, name: 'Loja', prefix: 'bk_1', scopes: ['send' as const], expiresAt: at, userId };
const keys: readonly Story[] = [
  {
    category: 'apikey',
    steps: [
      step('ApiKeyCreated', key, {
        ...{ name: [none, 'Loja'], prefix: [none, 'bk_1'], scopes: [none, ['send']] },
        expiresAt: [none, at],
      }),
      step(
        'ApiKeyRevoked',
        { apiKeyId, userId },
        {
          ...{
            name: ['Loja', none],
            prefix: ['bk_1', none],
            scopes: [['send'], none],
            expiresAt: [at, none],
          },
        },
      ),
    ],
  },
];

const looks: readonly Story[] = [
  { category: 'dataaccess', steps: [step('AuditSearched', { userId, by: ['q'] }, { by: [none, ['q']] })] },
  {
    category: 'dataaccess',
    steps: [
      step(
        'DataExported',
        { userId, what: 'contacts', format: 'csv', by: [] },
        {
          what: [none, 'contacts'],
          format: [none, 'csv'],
        },
      ),
    ],
  },
  {
    category: 'dataaccess',
    steps: [
      step(
        'ConversationViewed',
        { userId, ticketId: idOf(7), asOf: at },
        {
          ticketId: [none, idOf(7)],
          asOf: [none, at],
        },
      ),
    ],
  },
];

const machines: readonly Story[] = [
  {
    category: 'notice',
    steps: [
      step('NoticesRead', { userId, upTo: 7 }, { upTo: [none, 7] }),
      step('NoticesRead', { userId, upTo: 9 }, { upTo: [7, 9] }),
    ],
  },
  {
    category: 'claim',
    steps: [
      step(
        'KeyClaimed',
        { kind: 'user-email', ownerId },
        {
          ownerId: [none, ownerId],
          kind: [none, 'user-email'],
        },
      ),
      step(
        'KeyReleased',
        { kind: 'user-email', ownerId },
        {
          ownerId: [ownerId, none],
          kind: [none, 'user-email'],
        },
      ),
    ],
  },
  {
    category: 'integrity',
    steps: [
      step(
        'CheckpointSigned',
        { size: 9, root: 'a'.repeat(64), at, previous: null, publicKey: 'k', signature: 's' },
        { size: [none, 9] },
      ),
    ],
  },
];

export const otherStories = [...sessions, ...keys, ...looks, ...machines];
