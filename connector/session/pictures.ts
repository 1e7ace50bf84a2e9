import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Commands } from '#commands/commands.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { Socket } from '../baileys.ts';
import type { ContactPictures } from '../media/contact-pictures.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly commands: Pick<Commands, 'contact'>;
  readonly kept: ContactPictures;
  readonly companyId: string;
  readonly connectionId: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
};

/** The profile pictures of who wrote on a connection. */
export type Pictures = {
  /** Asks for some that are due, now and then. Does not reject. */
  readonly look: (socket: Socket | undefined) => void;
  /** WhatsApp told that somebody has another one. */
  readonly changed: (jid: string) => void;
};

const atOnce = 5;
const leastPauseMs = 10_000;

/**
 * WhatsApp is asked for the picture of who writes for the first time, when it tells of another one, and every third
 * day, because it may have told while nobody listened. A few at a time: it does not like to be asked much. The picture
 * is kept here, and the contact has the address that it has here.
 */
export const createPictures = (dependencies: Dependencies): Pictures => {
  const { pool, connectionId, log, signal } = dependencies;
  let running = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let due = true;

  const passOver = (error: unknown) => {
    if (!signal.aborted) log.warn({ err: error }, 'a profile picture could not be had');
  };
  const work = async (socket: Socket) => {
    const { rows } = await pool.query<{ contact_id: string; jid: string }>(takeDue, [connectionId, atOnce]);
    due = rows.length === atOnce;
    for (const { contact_id: contactId, jid } of rows) {
      if (signal.aborted) return;
      const url = await urlOf(socket, jid);
      if (url === undefined) continue;
      await tell(dependencies, { contactId, jid }, url).catch(async error => {
        passOver(error);
        await pool.query(askInAnHour, [connectionId, contactId]);
      });
    }
  };
  return {
    look: socket => {
      const now = performance.now();
      if (!socket || running || signal.aborted || now - lookedAt < (due ? 0 : leastPauseMs)) return;
      running = true;
      lookedAt = now;
      work(socket)
        .catch(error => {
          due = false;
          if (!signal.aborted) log.warn({ err: error }, 'a profile picture could not be asked for');
        })
        .finally(() => {
          running = false;
        });
    },
    changed: jid => {
      due = true;
      pool.query(forgetWhen, [connectionId, jid]).catch(error => {
        if (!signal.aborted) log.warn({ err: error }, 'a new profile picture goes unnoticed for now');
      });
    },
  };
};

/** Null when there is none, or it is not for us; undefined when WhatsApp did not say. */
const urlOf = async (socket: Socket, jid: string): Promise<string | null | undefined> => {
  try {
    return (await socket.profilePictureUrl(jid, 'preview')) ?? null;
  } catch (error) {
    const code = error instanceof Error && 'data' in error ? error.data : undefined;
    return code === 404 || code === 401 || code === 403 ? null : undefined;
  }
};

const tell = async (
  { pool, commands, kept, companyId, connectionId }: Dependencies,
  { contactId, jid }: { readonly contactId: string; readonly jid: string },
  theirs: string | null,
): Promise<void> => {
  const whose = { companyId, contactId };
  const url = theirs && (await kept.keep(whose, theirs));
  const { rowCount } = await pool.query(stillWritten, [connectionId, contactId, jid]);
  // It was another's: a merge was undone meanwhile. Or they write under another name now, and are asked for by that.
  if (!rowCount) {
    await pool.query(askAgain, [connectionId, contactId]);
    await commands.contact.refresh(companyId, whose);
    if (commands.contact.hasNoPicture(companyId, whose)) await kept.keepOnly(whose, null);
    return;
  }
  const at = new Date().toISOString();
  const context = {
    ...{ companyId, at, principal: null, commandId: deriveId('picture', contactId, at) },
    actor: { kind: 'connection' as const, id: connectionId },
  };
  const outcome = await commands.contact.changePicture(context, { contactId, url });
  if (!isRejection(outcome)) return kept.keepOnly(whose, url);
  // Who is merged has again what it had, once that is undone.
  if (!(await commands.contact.isThere(whose))) await kept.keepOnly(whose, null);
};

const takeDue = `
  with due as (
    select contact_id from connector.chat
    where connection_id = $1 and jid not like '%@g.us'
      and (picture_asked is null or picture_asked < now() - interval '3 days')
    order by picture_asked nulls first limit $2)
  update connector.chat c set picture_asked = now() from due
  where c.connection_id = $1 and c.contact_id = due.contact_id
  returning c.contact_id, c.jid`;
const askInAnHour = `
  update connector.chat set picture_asked = now() - interval '2 days 23 hours'
  where connection_id = $1 and contact_id = $2`;
const stillWritten = 'select from connector.chat where connection_id = $1 and contact_id = $2 and jid = $3';
const askAgain =
  'update connector.chat set picture_asked = null where connection_id = $1 and contact_id = $2';
const forgetWhen = 'update connector.chat set picture_asked = null where connection_id = $1 and jid = $2';
