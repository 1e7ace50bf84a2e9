import type { Pool } from 'pg';
import { deriveId } from '#eventstore/event-id.ts';
import type { Commands } from '../../commands.ts';
import type { CommandContext, Outcome } from '../../context.ts';
import type { AttendingReader, Office } from '../../menu/attending.ts';
import { sendAutomatic } from '../automatic/send-automatic.ts';
import type { FollowDeps } from '../follow-policy.ts';
import { policyNames } from '../names.ts';
import { settle } from '../settle.ts';
import type { MenuPause } from './pause-times.ts';

export type AttendDeps = {
  readonly pool: Pool;
  readonly commands: Pick<Commands, 'ticket' | 'message'>;
  readonly log: FollowDeps['log'];
  /** How long the menu waits for its contact to have said everything. */
  readonly menuPause?: MenuPause | undefined;
  /** The clock, for tests. */
  readonly now?: () => Date;
};

export const attendName = policyNames.attend;

/** The tools of one batch: offices are read once in it. */
export type Visit = {
  readonly attending: AttendingReader;
  readonly ticket: Commands['ticket'];
  readonly now: () => Date;
  readonly office: (companyId: string, connectionId: string, placedIn: string | null) => Promise<Office>;
  readonly send: ReturnType<typeof sendAutomatic>;
  /** Of what follows from an event; the same parts make the same command. */
  readonly context: (
    cause: { readonly id: string; readonly companyId: string },
    commandId: string,
  ) => CommandContext;
  /** Throws where it must be tried again. */
  readonly done: (outcome: Outcome, ticketId: string) => void;
};

export const createVisit = (deps: AttendDeps): Visit => {
  const { commands, log, now = () => new Date() } = deps;
  const { attending } = commands.ticket;
  const offices = new Map<string, Promise<Office>>();
  return {
    attending,
    now,
    ticket: commands.ticket,
    office: (companyId, connectionId, placedIn) => {
      const key = [companyId, connectionId, placedIn ?? ''].join('/');
      const office = offices.get(key) ?? attending.office(companyId, connectionId, placedIn);
      offices.set(key, office);
      return office;
    },
    send: sendAutomatic(deps),
    context: ({ id: causationId, companyId }, commandId) => ({
      ...{ companyId, commandId, causationId, principal: null, at: now().toISOString() },
      actor: { kind: 'policy', name: attendName },
    }),
    done: (outcome, ticketId) => settle({ log, policy: attendName }, { ticketId }, outcome),
  };
};

/** The id of what follows from an event, by what it is. */
export const idFrom = (...parts: readonly string[]): string => deriveId(attendName, ...parts);
