import type { ClientBase } from 'pg';
import { printable } from '#domain/shared/printable.ts';
import type { Recorded, Unreadable } from '#eventstore/types.ts';
import type { Parked } from '../checkpoint.ts';
import { scopeOfUnreadable, standsAlone } from './alone.ts';
import { FoldFailed } from './fold.ts';
import type { Projection } from './projection.ts';

export type Park = Omit<Parked, 'since'>;

export type ParkingOptions = {
  readonly projection: Projection;
  readonly schema: string;
  /** Which copy of the schema is written: see `readCopy`. */
  readonly copy: number;
  /** What waits already. */
  readonly parked: readonly Park[];
  /** Called once it is written that an event waits. */
  readonly onParked?: ((parked: Park, error: unknown) => void) | undefined;
};

/** What waits in a schema for a version that can fold it, and is left out meanwhile. */
export type Parking = {
  /** Whether anything waits. */
  readonly isHolding: () => boolean;
  /**
   * The events that need not wait. One that follows a parked event of its stream and shares rows with other streams
   * sends its tenant to wait. Undefined when the checkpoint is not at `at` any more: nothing is written then.
   */
  readonly unparked: (
    client: ClientBase,
    at: number,
    events: readonly Recorded[],
  ) => Promise<readonly Recorded[] | undefined>;
  /**
   * These cannot be read: from each on its stream waits, or its tenant. Those that change nothing are passed over. Answers
   * false when the checkpoint is not at `at` any more.
   */
  readonly parkUnreadable: (
    client: ClientBase,
    at: number,
    unreadable: readonly Unreadable[],
  ) => Promise<boolean>;
  /**
   * An event cannot be folded: from it on its stream waits, or its tenant where rows are shared. Answers false, and
   * writes nothing, when the checkpoint is not at `at` any more.
   */
  readonly park: (client: ClientBase, at: number, event: Recorded, error: unknown) => Promise<boolean>;
};

/** The reason of a tenant that waits because one of its streams did. */
export const behindItsStream = 'an event of its stream before it waits';

export const openParking = (options: ParkingOptions): Parking => {
  const { projection, schema, copy, onParked } = options;
  const tenants = new Map<string, number>();
  const streams = new Map<string, number>();

  const note = ({ scope, stream, companyId, position }: Park) => {
    const [waiting, name] = scope === 'tenant' ? [tenants, companyId] : [streams, stream];
    waiting.set(name, Math.min(position, waiting.get(name) ?? position));
  };
  for (const parked of options.parked) note(parked);

  const waits = (from: number | undefined, { position }: { readonly position: number }) =>
    from !== undefined && position >= from;

  const put = async (client: ClientBase, at: number, parked: Park, error: unknown): Promise<boolean> => {
    const { scope, stream, companyId, revision, position, eventId, eventType, reason } = parked;
    const place = [schema, at, projection.version, copy];
    const what = [scope, stream, companyId, revision, position, eventId, eventType, reason, parked.missing];
    const { rowCount } = await client.query({ text: parkText, values: [...place, ...what] });
    if (rowCount !== 1) return false;
    note(parked);
    onParked?.(parked, error);
    return true;
  };
  const parkedAs = (scope: Park['scope'], event: Recorded | Unreadable, reason: string): Park => {
    const { stream, companyId, revision, position, id: eventId, type: eventType } = event;
    const missing = 'error' in event ? event.error.missing : null;
    return { scope, stream, companyId, revision, position, eventId, eventType, reason, missing };
  };

  return {
    isHolding: () => tenants.size + streams.size > 0,
    unparked: async (client, at, events) => {
      if (tenants.size + streams.size === 0) return events;
      const free: Recorded[] = [];
      for (const event of events) {
        if (waits(tenants.get(event.companyId), event)) continue;
        if (!waits(streams.get(event.stream), event)) free.push(event);
        else if (!standsAlone(projection, event)) {
          const widened = parkedAs('tenant', event, behindItsStream);
          if (!(await put(client, at, widened, undefined))) return undefined;
        }
      }
      return free;
    },
    parkUnreadable: async (client, at, unreadable) => {
      for (const event of unreadable) {
        const scope = scopeOfUnreadable(projection, event);
        const { companyId, stream, error } = event;
        if (!scope || waits(tenants.get(companyId), event) || waits(streams.get(stream), event)) continue;
        if (!(await put(client, at, parkedAs(scope, event, printable(error)), error))) return false;
      }
      return true;
    },
    park: (client, at, event, error) => {
      const scope = standsAlone(projection, event) ? 'stream' : 'tenant';
      const cause = error instanceof FoldFailed ? error.cause : error;
      return put(client, at, parkedAs(scope, event, printable(cause)), error);
    },
  };
};

const parkText = `
  insert into projection.parked
    (name, scope, stream, company_id, revision, position, event_id, event_type, reason, missing)
  select name, $5, $6, $7, $8::int, $9::bigint, $10, $11, $12, $13::uuid[] from projection.checkpoint
  where name = $1 and position = $2 and version = $3 and to_regnamespace($1)::oid = $4::oid
  on conflict (name, stream, scope) do update set revision = excluded.revision, position = excluded.position,
    event_id = excluded.event_id, event_type = excluded.event_type, reason = excluded.reason, missing = excluded.missing, since = now()`;
