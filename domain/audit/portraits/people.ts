import { apiKeyEntity } from '../../api-key/api-key.ts';
import type { ApiKeyEvent } from '../../api-key/events.ts';
import { claimEntity } from '../../claim/claim.ts';
import type { DataAccessEvent } from '../../data-access/events.ts';
import { noticeEntity } from '../../notice/notice.ts';
import type { SessionEvent } from '../../session/events.ts';
import { type Session, sessionEntity } from '../../session/session.ts';
import type { Entity } from '../../shared/decider.ts';
import { userEntity } from '../../user/user.ts';
import { portrait } from '../portrait.ts';

const account = [
  ...(['name', 'email', 'profile', 'superAdmin'] as const),
  ...(['analyst', 'queueIds', 'connectionIds'] as const),
] as const;

export const userPortrait = portrait({
  entity: userEntity,
  picture: user => {
    const active = user.status === 'active' ? user : undefined;
    return {
      name: active?.name,
      email: active?.email,
      profile: active?.profile,
      superAdmin: active?.superAdmin,
      analyst: active?.analyst,
      queueIds: active?.queueIds,
      connectionIds: active?.connectionIds,
    };
  },
  shows: {
    UserCreated: { of: account },
    UserChanged: { of: account },
    UserPasswordChanged: {},
    UserRemoved: { of: account },
  },
});

/** What is noted of failures and refusals stands alone: there is no session that they would end. */
const sessionStatusOf = ({ status }: Session, { type }: SessionEvent): Session['status'] | undefined =>
  status === 'none' || type === 'UserLoginFailed' || type === 'UserAccessRefused' ? undefined : status;

export const sessionPortrait = portrait({
  entity: sessionEntity,
  picture: (session, event) => ({ sessionStatus: sessionStatusOf(session, event) }),
  shows: {
    UserLoggedIn: { of: ['sessionStatus'], said: ['address'] },
    UserSessionTakenOver: { of: ['sessionStatus'], said: ['address'] },
    UserLoggedOut: { of: ['sessionStatus'], said: ['address'] },
    UserSessionRevoked: { of: ['sessionStatus'], said: ['reason', 'address'] },
    UserLoginFailed: { said: ['count', 'address'] },
    UserAccessRefused: { said: ['count', 'actions', 'address'] },
  },
});

type Key = Extract<ApiKeyEvent, { type: 'ApiKeyCreated' }>['data'];
/** The key with its name, which no decision needs. */
type ShownKey = { readonly isOpen: boolean; readonly key: Key | undefined };

const keyEntity: Entity<ShownKey, ApiKeyEvent> = {
  initial: { isOpen: false, key: undefined },
  evolve: ({ key }, event) => ({
    isOpen: apiKeyEntity.evolve(apiKeyEntity.initial, event).status === 'active',
    key: event.type === 'ApiKeyCreated' ? event.data : key,
  }),
};

export const apiKeyPortrait = portrait({
  entity: keyEntity,
  picture: ({ isOpen, key }) => {
    const open = isOpen ? key : undefined;
    return {
      ...{ name: open?.name, prefix: open?.prefix, scopes: open?.scopes, expiresAt: open?.expiresAt },
    };
  },
  shows: {
    ApiKeyCreated: { of: ['name', 'prefix', 'scopes', 'expiresAt'] },
    ApiKeyRevoked: { of: ['name', 'prefix', 'scopes', 'expiresAt'] },
  },
});

export const noticePortrait = portrait({
  entity: noticeEntity,
  picture: ({ upTo }) => ({ upTo: upTo > 0 ? upTo : undefined }),
  shows: { NoticesRead: { of: ['upTo'] } },
});

const noLook: Entity<undefined, DataAccessEvent> = { initial: undefined, evolve: () => undefined };

export const dataAccessPortrait = portrait({
  entity: noLook,
  picture: () => ({}),
  shows: {
    AuditSearched: { said: ['by'] },
    DataExported: { said: ['what', 'format', 'by'] },
    ConversationViewed: { said: ['ticketId', 'asOf'] },
  },
});

export const claimPortrait = portrait({
  entity: claimEntity,
  picture: claim => ({ ownerId: claim.status === 'held' ? claim.ownerId : undefined }),
  shows: {
    KeyClaimed: { of: ['ownerId'], said: ['kind'] },
    KeyReleased: { of: ['ownerId'], said: ['kind'] },
  },
});
