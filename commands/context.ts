import type { Rejection } from '#domain/shared/decision.ts';
import type { Acting, Metadata } from '#domain/shared/event.ts';
import type { Profile } from '#domain/user/events.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { Position, Revision } from '#eventstore/types.ts';

/** The person behind a call, as the access read model knows them. */
export type Principal = {
  readonly userId: string;
  readonly companyId: string;
  readonly profile: Profile;
  readonly superAdmin: boolean;
  readonly queueIds: readonly string[];
  readonly analyst?: boolean;
  readonly connectionIds?: readonly string[];
  readonly name: string;
};

/** What stands beside every command: whose company, which command, when, and who. */
export type CommandContext = {
  readonly companyId: string;
  /** The same id again does nothing twice. */
  readonly commandId: string;
  /** ISO. */
  readonly at: string;
  readonly actor: Acting;
  /** Null for policies, connectors and the system: the authorisation table knows them by their actor. */
  readonly principal: Principal | null;
  readonly correlationId?: string;
  readonly causationId?: string;
};

/** `changed` is false when it was so already; `position` is then that of the newest event it rests on. */
export type Accepted = {
  readonly position: Position;
  readonly revision: Revision;
  readonly changed: boolean;
};
export type Outcome = Accepted | Rejection;

export const metadataOf = (context: CommandContext): Metadata => ({
  companyId: context.companyId,
  actor: context.actor,
  at: context.at,
  commandId: context.commandId,
  ...(context.correlationId === undefined ? {} : { $correlationId: context.correlationId }),
  ...(context.causationId === undefined ? {} : { $causationId: context.causationId }),
});

/** The context of one step of a use case: a command of its own, the same whenever the use case runs again. */
export const stepOf = (context: CommandContext, ...parts: readonly string[]): CommandContext => ({
  ...context,
  commandId: deriveId(context.commandId, ...parts),
});
