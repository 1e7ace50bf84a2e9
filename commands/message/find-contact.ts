import type { ActiveContact } from '#domain/contact/contact.ts';
import { changeContact, identifyContact, meetContact } from '#domain/contact/contact.ts';
import { canonicalNumber } from '#domain/contact/number.ts';
import { shortName } from '#domain/contact/short-name.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { isName } from '#domain/shared/rules.ts';
import { type Key, missing } from '../claims.ts';
import { chatKeys, contactOwners, lidKey, numberKey } from '../contact/contact-keys.ts';
import { shownContact } from '../contact/shown-contact.ts';
import { type CommandContext, stepOf } from '../context.ts';
import { handle } from '../handle.ts';
import { newId } from '../ids.ts';
import type { CommandDeps } from '../states.ts';
import type { InboundMessage } from './inbound-message.ts';
import { isAlone, joined } from './join-persons.ts';

type Chat = InboundMessage['chat'];
export type FoundContact = {
  /** Whose the chat's number or LID is. */
  readonly ownerId: string;
  /** The same, or the contact that one is merged into. */
  readonly contactId: string;
  readonly contact: ActiveContact;
  /** It has just been made: nothing hangs on it yet, unless somebody was quicker. */
  readonly isNew: boolean;
};

/** Whose a chat's keys are. */
type Claimed = {
  readonly contactId: string;
  /** The id has just been made. */
  readonly isNew: boolean;
  /** All keys of the chat are that contact's. */
  readonly isWhole: boolean;
};

type Known = Pick<FoundContact, 'contactId' | 'contact'>;

const tries = 5;

/**
 * The contact that a chat belongs to, made when there is none. A person is known by LID first and by number
 * second; what the chat tells beyond what is known is added. Two at once find the same contact.
 */
export const findContact = async (
  deps: CommandDeps,
  context: CommandContext,
  chat: Chat,
): Promise<FoundContact> => {
  for (let turn = 0; turn < tries; turn += 1) {
    const claimed = await claimContact(deps, context, chat);
    const found = await written(deps, stepOf(context, 'contact', claimed.contactId), claimed, chat);
    if (found && (claimed.isWhole || !(await joined(deps, context, found, chatKeys(chat))))) return found;
  }
  throw new Error(`a contact was removed ${tries} times while it was being found`);
};

/** Whose the chat's keys are; all free ones are taken for that contact. */
const claimContact = async (deps: CommandDeps, context: CommandContext, chat: Chat): Promise<Claimed> => {
  const { claims } = deps;
  const owners = contactOwners(deps, context);
  const [first, second] = chatKeys(chat);
  if (!first) throw new Error('a chat has neither number nor LID');
  const { known, areFree } = await knownOwner(deps, context, [first, ...(second ? [second] : [])]);
  const made = known ?? newId();
  const taking = { ownerId: made, adopt: true, wasFree: areFree };
  const contactId = await claims.take(context, { key: first, ...taking }, owners);
  const isNew = known === undefined && contactId === made;
  const other = second
    ? await claims.take(context, { key: second, ...taking, ownerId: contactId }, owners)
    : contactId;
  if (other === contactId || !second)
    return { contactId, isNew, isWhole: await isAlone(deps, context, chatKeys(chat), contactId) };
  if (!isNew) return { contactId, isNew, isWhole: false };
  const owner = await claims.take(context, { key: first, ownerId: other }, owners);
  return { contactId: owner, isNew: false, isWhole: false };
};

/** Whose the number or LID of a chat is, who is there; undefined when it is nobody's. */
export const chatOwner = async (
  deps: CommandDeps,
  context: CommandContext,
  chat: Chat,
): Promise<string | undefined> => (await knownOwner(deps, context, chatKeys(chat))).known;

const knownOwner = async (
  deps: CommandDeps,
  context: CommandContext,
  keys: readonly Key[],
): Promise<{ readonly known: string | undefined; readonly areFree: boolean }> => {
  const { look } = contactOwners(deps, context);
  let areFree = true;
  for (const key of keys) {
    for (const owner of await deps.claims.owners(context.companyId, key)) {
      areFree = false;
      if ((await look(owner, 0)) !== 'gone') return { known: owner, areFree };
    }
  }
  return { known: undefined, areFree };
};

/** Makes the contact if it is not there yet and adds what is new; undefined when it has been removed. */
const written = async (
  deps: CommandDeps,
  context: CommandContext,
  { contactId, isNew }: Claimed,
  chat: Chat,
): Promise<FoundContact | undefined> => {
  const { contact: states } = deps.states;
  const base = { states, id: contactId };
  const stream = states.stream(context.companyId, contactId);
  let { state } = isNew ? states.unwritten(stream) : await states.fresh(stream);
  if (state.status === 'none') {
    const { lid, number, isGroup } = chat;
    const fields = { name: nameOf(chat), number, lid: isGroup ? null : lid, isGroup };
    const namedBy = chat.name.trim() ? { namedBy: 'whatsapp' as const } : {};
    const command = { contactId, ...fields, email: null, queueId: null, ...namedBy };
    const created = await handle(context, {
      ...{ ...base, isNew: true },
      action: 'contact.create',
      decide: before => meetContact(command, before),
    });
    ({ state } = created);
  }
  if (state.status === 'merged') {
    const shown = await shownContact(deps, context.companyId, contactId);
    const { state: winner } = shown.folded;
    if (winner.status !== 'active') return undefined;
    return { ownerId: contactId, contactId: shown.contactId, contact: winner, isNew: false };
  }
  if (state.status !== 'active') return undefined;
  const contact = await learned(deps, context, { contactId, contact: state }, chat);
  return { ownerId: contactId, contactId, contact, isNew };
};

const learned = async (
  deps: CommandDeps,
  context: CommandContext,
  found: Known,
  chat: Chat,
): Promise<ActiveContact> => {
  const { contactId, contact } = found;
  const base = { states: deps.states.contact, id: contactId };
  const news = await whatIsNew(deps, context, found, chat);
  let state = contact;
  if (news) {
    const step = stepOf(context, 'identify', news.number ?? '', news.lid ?? '');
    const identified = await handle(step, {
      ...base,
      action: 'contact.identify',
      decide: before => identifyContact({ contactId, ...news }, before),
    });
    if (identified.state.status === 'active') state = identified.state;
    if (!isRejection(identified.outcome)) {
      const { position } = identified.outcome;
      // Somebody else may have from now on what this contact has no more.
      for (const key of missing(chatKeys(contact), chatKeys(state)))
        await deps.claims.release(step, { key, ownerId: contactId, taken: { before: position } });
    }
  }
  const name = newName(contact, chat);
  if (name === undefined) return state;
  const { email, queueId } = state;
  const command = { contactId, name, email, queueId, namedBy: 'whatsapp' as const };
  const named = await handle(stepOf(context, 'name'), {
    ...base,
    action: 'contact.change',
    decide: before => changeContact(command, before),
  });
  return !isRejection(named.outcome) && named.state.status === 'active' ? named.state : state;
};

/** Only what this contact holds the key of may be written to it. */
const whatIsNew = async (
  { claims }: CommandDeps,
  { companyId }: CommandContext,
  { contactId, contact }: Known,
  chat: Chat,
) => {
  if (contact.isGroup) return undefined;
  const newLid = chat.lid && chat.lid !== contact.lid ? chat.lid : null;
  const differs = canonicalNumber(chat.number) !== canonicalNumber(contact.number);
  const newNumber = chat.number && differs ? chat.number : null;
  const [lidOwner, numberOwner] = await Promise.all([
    newLid ? claims.owner(companyId, lidKey(newLid)) : undefined,
    newNumber ? claims.owner(companyId, numberKey(newNumber, false)) : undefined,
  ]);
  const lid = lidOwner === contactId ? newLid : null;
  const number = numberOwner === contactId ? newNumber : null;
  return lid || number ? { lid, number } : undefined;
};

/** A contact without a name goes by the number, else by the LID. */
const nameOf = ({ name, number, lid }: Chat): string => shortName(name) || number || lid || '';

/** What a contact is called from now on; undefined where the chat says nothing new, or somebody gave the name. */
export const newName = (
  contact: ActiveContact,
  chat: Pick<Chat, 'name' | 'number' | 'lid'>,
): string | undefined => {
  const mayName = contact.isGroup || contact.ownName || isNameless(contact);
  if (!mayName || !isName(chat.name)) return undefined;
  const name = shortName(chat.name);
  return name && name !== contact.name ? name : undefined;
};

const isNameless = ({ name, number, lid }: ActiveContact): boolean => name === number || name === lid;
