import { type ActiveContact, createContact, knownPerson } from '#domain/contact/contact.ts';
import type { ExtraInfo } from '#domain/contact/events.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { isName } from '#domain/shared/rules.ts';
import { deriveId } from '#eventstore/event-id.ts';
import type { ContactCommands } from '../contact/contact-commands.ts';
import { contactOwners, numberKey } from '../contact/contact-keys.ts';
import { shownContact } from '../contact/shown-contact.ts';
import { type CommandContext, stepOf } from '../context.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../states.ts';
import type { RowContact } from './read-row.ts';

export type ImportRow = {
  readonly importId: string;
  readonly line: number;
  readonly contact: RowContact;
  /** Whether who imports may give names to contacts that have one. */
  readonly mayRename: boolean;
  /** Whether contacts that are there get what the row says. */
  readonly updates: boolean;
};
export type RowOutcome = {
  readonly outcome: 'new' | 'updated' | 'ignored' | 'invalid';
  readonly contactId: string | null;
};

/** The contact that a row makes, where it makes one. */
export const contactOfRow = (importId: string, line: number): string =>
  deriveId(importId, 'contact', String(line));
export const rowCommand = (importId: string, line: number): string => deriveId(importId, 'row', String(line));

const updateStep = 'update';
export const updateCommand = (importId: string, line: number): string =>
  deriveId(rowCommand(importId, line), updateStep);

/**
 * Makes the contact of a row, or brings the one that has its number up to what the row says: an e-mail, extra
 * information, and the name where it is nobody's choice yet or who imports may rename. Idempotent by its command.
 */
export const importContact = async (
  deps: CommandDeps,
  commands: ContactCommands,
  context: CommandContext,
  row: ImportRow,
): Promise<RowOutcome> => {
  const { importId, line, contact } = row;
  const contactId = contactOfRow(importId, line);
  const { name, number, email } = contact;
  const extraInfo = extraOf(context.companyId, [], contact);
  const more = extraInfo.length > 0 ? { extraInfo } : {};
  const fields = { contactId, name, number, email, ...more, importId };
  if (!isName(name) && !(await isCalled(deps, context, contact)))
    return { outcome: 'invalid', contactId: null };
  // Most rows are of somebody new: nothing is read before the number is taken and the contact is written.
  const ownerId = await deps.claims.take(
    context,
    { key: numberKey(number, false), ownerId: contactId, wasFree: true },
    contactOwners(deps, context),
  );
  if (ownerId === contactId) {
    const command = { ...fields, lid: null, isGroup: false, queueId: null };
    const { outcome } = await handle(context, {
      ...{ states: deps.states.contact, id: contactId, action: 'contact.create' as const, isNew: true },
      decide: contact => createContact(command, contact),
    });
    return isRejection(outcome) ? { outcome: 'invalid', contactId: null } : { outcome: 'new', contactId };
  }
  const shown = await shownContact(deps, context.companyId, ownerId);
  const known = knownPerson(shown.folded.state);
  if (!known || !row.updates) return { outcome: 'ignored', contactId: shown.contactId };
  const edited = await commands.edit(stepOf(context, updateStep), {
    contactId: shown.contactId,
    ...whatIsNew(context.companyId, known, row),
  });
  // Who was erased or removed in the same moment is named all the same: an erasure finds the row by it.
  if (isRejection(edited) && edited.rejected === 'ERR_NO_CONTACT_FOUND')
    return { outcome: 'ignored', contactId: shown.contactId };
  if (isRejection(edited)) return { outcome: 'invalid', contactId: null };
  return { outcome: edited.changed ? 'updated' : 'ignored', contactId: shown.contactId };
};

/** Whether the number is somebody's whom WhatsApp calls so: shorter than a name that people may give. */
const isCalled = async (
  deps: CommandDeps,
  { companyId }: CommandContext,
  { name, number }: RowContact,
): Promise<boolean> => {
  const ownerId = await deps.claims.owner(companyId, numberKey(number, false));
  if (ownerId === undefined) return false;
  const known = knownPerson((await shownContact(deps, companyId, ownerId)).folded.state);
  return known !== undefined && isSameName(known.name, name);
};

const whatIsNew = (companyId: string, known: ActiveContact, { contact, mayRename }: ImportRow) => {
  const isNameless = known.name === known.number || known.name === known.lid;
  const names = contact.name !== contact.number && (mayRename || known.ownName || isNameless);
  return {
    ...(names && !isSameName(contact.name, known.name) ? { name: contact.name } : {}),
    ...(contact.email ? { email: contact.email } : {}),
    ...(contact.extra.length > 0 ? { extraInfo: extraOf(companyId, known.extraInfo, contact) } : {}),
  };
};

/** A file keeps no line breaks and no other signs that nobody sees. */
const isSameName = (one: string, other: string): boolean => seenIn(one) === seenIn(other);
const seenIn = (name: string): string => name.replaceAll(/[\s\p{Cc}\ufeff]+/gu, ' ').trim();

const mostExtra = 50;

/** What was noted, with what the row says in its place or after it. */
const extraOf = (
  companyId: string,
  noted: readonly ExtraInfo[number][],
  { extra }: RowContact,
): ExtraInfo => {
  const all = noted.map(pair => {
    const told = extra.find(({ name }) => name === pair.name);
    return told ? { ...pair, value: told.value } : pair;
  });
  const added = extra
    .filter(({ name }) => !noted.some(pair => pair.name === name))
    .map(({ name, value }) => ({ id: deriveId(companyId, 'extra', name), name, value }));
  return [...all, ...added].slice(0, Math.max(mostExtra, noted.length));
};
