import type { AnyEvent, AnyEventType } from '../catalogue.ts';

type DataOf<Type extends AnyEventType> = Extract<AnyEvent, { readonly type: Type }>['data'];

type Kept<Type extends AnyEventType> = {
  /** Fields that its sentence is made of. None is personal: what stands here outlives an erasure. */
  readonly keep?: readonly (keyof DataOf<Type> & string)[];
  /** What machines note beside what somebody did: screens leave it out until it is asked for. */
  readonly routine?: true;
};

const routine = { routine: true } as const;

/** What the audit trail keeps of each event, beside who, when and on what. */
export const kept: { readonly [Type in AnyEventType]: Kept<Type> } = {
  CompanyCreated: { keep: ['name'] },
  CompanyDueDateChanged: { keep: ['dueDate'] },
  CompanySettingChanged: { keep: ['key', 'value'] },
  CompanySecretSet: { keep: ['key'] },
  CompanySecretRemoved: { keep: ['key'] },
  CompanyTextChanged: { keep: ['key'] },
  CompanySchedulesChanged: {},

  UserCreated: { keep: ['profile'] },
  UserChanged: { keep: ['profile'] },
  UserPasswordChanged: {},
  UserRemoved: {},

  UserLoggedIn: {},
  UserSessionTakenOver: {},
  UserLoggedOut: {},
  UserSessionRevoked: { keep: ['reason'] },
  UserLoginFailed: { keep: ['count'] },
  UserAccessRefused: { keep: ['count', 'actions'] },

  ConnectionCreated: { keep: ['name'] },
  ConnectionChanged: { keep: ['name'] },
  ConnectionRemoved: {},
  ConnectionTokenRenewed: {},
  ConnectionMadeDefault: {},
  ConnectionSessionRequested: {},
  ConnectionLogoutRequested: {},
  ConnectionStatusChanged: { keep: ['status', 'reason'] },

  ContactCreated: {},
  ContactChanged: {},
  ContactIdentified: routine,
  ContactPictureChanged: routine,
  ContactWalletChanged: { keep: ['userIds'] },
  ContactChatTimerSet: { ...routine, keep: ['seconds'] },
  ContactRemoved: {},
  ContactsMerged: { keep: ['otherId'] },
  ContactMergedInto: { keep: ['winnerId'] },
  ContactsUnmerged: { keep: ['otherId'] },
  ContactUnmergedFrom: { keep: ['winnerId'] },
  ContactErased: {},

  ContactImportStarted: { keep: ['source', 'rows'] },
  ContactImportFinished: { keep: ['counts'] },
  ContactImportCancelled: {},
  ContactImportUndoRequested: {},
  ContactImportUndone: { keep: ['removed', 'restored', 'kept'] },

  TicketOpened: { keep: ['status', 'queueId', 'userId'] },
  TicketAccepted: { keep: ['userId'] },
  TicketReturned: { keep: ['reason'] },
  TicketTransferred: { keep: ['queueId', 'userId'] },
  TicketClosed: { keep: ['reason'] },
  TicketReopened: { keep: ['queueId', 'undoesClosing'] },
  TicketRead: routine,
  TicketTagged: { keep: ['tagIds'] },
  TicketNoted: {},
  TicketNoteDeleted: {},
  TicketMenuStepped: { ...routine, keep: ['queueId'] },
  TicketMenuLeft: { keep: ['queueId', 'reason'] },
  TicketRatingAsked: { keep: ['userId'] },
  TicketRated: { keep: ['rating', 'userId'] },
  TicketRatingExplained: {},
  TicketRatingEnded: routine,
  TicketThanked: routine,
  TicketDeleted: {},

  MessageReceived: { keep: ['mediaType'] },
  MessageQueued: { keep: ['mediaType'] },
  MessageUnconfirmed: routine,
  MessageRetried: {},
  MessageSent: routine,
  MessageDelivered: routine,
  MessageRead: routine,
  MessagePlayed: routine,
  MessageFailed: { keep: ['reason'] },
  MessageMoved: routine,
  MessageContentRecovered: routine,
  MessageMediaStored: routine,
  MessageMediaFailed: { ...routine, keep: ['reason'] },
  MessageMediaRequested: routine,
  MessageEditRequested: {},
  MessageDeletionRequested: {},
  MessageReactionRequested: { keep: ['emoji'] },
  MessageChangeRefused: { keep: ['reason'] },
  MessageEdited: {},
  MessageEditUnreadable: routine,
  MessageDeleted: {},
  MessageReacted: { keep: ['emoji'] },

  QueueOptionAdded: { keep: ['title'] },
  QueueOptionChanged: { keep: ['title'] },
  QueueOptionMoved: { keep: ['optionId', 'place'] },
  QueueOptionRemoved: { keep: ['optionId'] },

  ScheduledMessageCreated: { keep: ['localAt', 'recurrence'] },
  ScheduledMessageChanged: { keep: ['localAt', 'recurrence'] },
  ScheduledMessageFileChanged: {},
  ScheduledMessageSendingStarted: { ...routine, keep: ['localAt'] },
  ScheduledMessageSent: {},
  ScheduledMessageFailed: { keep: ['reason'] },
  ScheduledMessageOverdue: { keep: ['localAt'] },
  ScheduledMessageCancelled: { keep: ['reason'] },
  ScheduledMessageRemoved: {},

  WebhookCreated: {},
  WebhookChanged: {},
  WebhookRemoved: {},
  WebhookSecretRenewed: {},
  WebhookFailing: {},
  WebhookDisabled: { keep: ['reason'] },

  AuditSearched: { keep: ['by'] },
  DataExported: { keep: ['what', 'format', 'by'] },
  ConversationViewed: { keep: ['asOf'] },

  ApiKeyCreated: { keep: ['name', 'prefix', 'scopes'] },
  ApiKeyRevoked: {},

  CheckpointSigned: { ...routine, keep: ['size'] },
  NoticesRead: routine,
  KeyClaimed: { ...routine, keep: ['kind'] },
  KeyReleased: { ...routine, keep: ['kind'] },
  InstallationFounded: {},

  QueueCreated: { keep: ['name'] },
  QueueChanged: { keep: ['name'] },
  QueueRemoved: { keep: ['successorId'] },
  TagCreated: { keep: ['name'] },
  TagChanged: { keep: ['name'] },
  TagRemoved: {},
  QuickMessageCreated: { keep: ['shortcode'] },
  QuickMessageChanged: { keep: ['shortcode'] },
  QuickMessageRemoved: {},
  QuestionCreated: { keep: ['name'] },
  QuestionChanged: { keep: ['name', 'computing'] },
  QuestionRemoved: {},
};
