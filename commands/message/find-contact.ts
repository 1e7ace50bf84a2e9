import type { ActiveContact } from '#domain/contact/contact.ts';
import { changeContact, identifyContact, meetContact } from '#domain/contact/contact.ts';
import { canonicalNumber } from '#domain/contact/number.ts';
import { isRejection } from '#domain/shared/decision.ts';
import { isName } from '#domain/shared/rules.ts';
import type { Key } from '../claims.ts';
import { contactOwners, lidKey, numberKey } from '../contact/contact-keys.ts';
import { type CommandContext, stepOf } from '../context.ts';
import { handle } from '../handle.ts';
import { newId } from '../ids.ts';
import type { Machinery } from '../states.ts';
import type { InboundMessage } from './inbound-message.ts';

type Chat = InboundMessage['chat'];
export type FoundContact = { readonly contactId: string; readonly contact: ActiveContact };

const tries = 5;

/**
 * The contact that a chat belongs to, made when there is none. A person is known by LID first and by number
 * second; what the chat tells beyond what is known is added. Two at once find the same contact.
 */
export const findContact = async (
  machinery: Machinery,
  context: CommandContext,
  chat: Chat,
): Promise<FoundContact> => {
  for (let turn = 0; turn < tries; turn += 1) {
    const contactId = await claimContact(machinery, context, chat);
    const contact = await written(machinery, stepOf(context, 'contact', contactId), contactId, chat);
    if (contact) return { contactId, contact };
  }
  throw new Error(`a contact was removed ${tries} times while it was being found`);
};

/** Whose the chat's keys are; all free ones are taken for that contact. */
const claimContact = async (machinery: Machinery, context: CommandContext, chat: Chat): Promise<string> => {
  const { claims } = machinery;
  const owners = contactOwners(machinery, context);
  const [first, second] = keysOf(chat);
  if (!first) throw new Error('a chat has neither number nor LID');
  const known = await knownOwner(machinery, context, [first, ...(second ? [second] : [])]);
  const made = known ?? newId();
  const contactId = await claims.take(context, { key: first, ownerId: made, adopt: true }, owners);
  if (!second) return contactId;
  const other = await claims.take(context, { key: second, ownerId: contactId, adopt: true }, owners);
  if (other === contactId || known !== undefined || contactId !== made) return contactId;
  return claims.take(context, { key: first, ownerId: other }, owners);
};

const knownOwner = async (
  machinery: Machinery,
  context: CommandContext,
  keys: readonly Key[],
): Promise<string | undefined> => {
  const { look } = contactOwners(machinery, context);
  for (const key of keys) {
    const owner = await machinery.claims.owner(context.companyId, key);
    if (owner !== undefined && (await look(owner, 0)) !== 'gone') return owner;
  }
  return undefined;
};

const keysOf = ({ number, lid, isGroup }: Chat): readonly Key[] => [
  ...(lid && !isGroup ? [lidKey(lid)] : []),
  ...(number ? [numberKey(number, isGroup)] : []),
];

/** Makes the contact if it is not there yet and adds what is new; undefined when it has been removed. */
const written = async (
  machinery: Machinery,
  context: CommandContext,
  contactId: string,
  chat: Chat,
): Promise<ActiveContact | undefined> => {
  const { contact: states } = machinery.states;
  const base = { states, id: contactId };
  const fresh = await states.fresh(states.stream(context.companyId, contactId));
  let { state } = fresh;
  if (state.status === 'none') {
    const { lid, number, isGroup } = chat;
    const fields = { name: nameOf(chat), number, lid: isGroup ? null : lid, isGroup };
    const command = { contactId, ...fields, email: null, queueId: null };
    const created = await handle(context, {
      ...base,
      action: 'contact.create',
      decide: before => meetContact(command, before),
    });
    ({ state } = created);
  }
  if (state.status !== 'active') return undefined;
  return learned(machinery, context, { contactId, contact: state }, chat);
};

const learned = async (
  machinery: Machinery,
  context: CommandContext,
  found: FoundContact,
  chat: Chat,
): Promise<ActiveContact> => {
  const { contactId, contact } = found;
  const base = { states: machinery.states.contact, id: contactId };
  const news = await whatIsNew(machinery, context, found, chat);
  let state = contact;
  if (news) {
    const step = stepOf(context, 'identify', news.number ?? '', news.lid ?? '');
    const identified = await handle(step, {
      ...base,
      action: 'contact.identify',
      decide: before => identifyContact({ contactId, ...news }, before),
    });
    if (identified.state.status === 'active') state = identified.state;
  }
  if (!(contact.isGroup || isNameless(contact)) || !isName(chat.name) || nameOf(chat) === contact.name)
    return state;
  const { email, queueId } = state;
  const command = { contactId, name: nameOf(chat), email, queueId };
  const named = await handle(stepOf(context, 'name'), {
    ...base,
    action: 'contact.change',
    decide: before => changeContact(command, before),
  });
  return !isRejection(named.outcome) && named.state.status === 'active' ? named.state : state;
};

/** Only what this contact holds the key of may be written to it. */
const whatIsNew = async (
  { claims }: Machinery,
  { companyId }: CommandContext,
  { contactId, contact }: FoundContact,
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
const nameOf = ({ name, number, lid }: Chat): string => name.trim().slice(0, 50) || number || lid || '';

const isNameless = ({ name, number, lid }: ActiveContact): boolean => name === number || name === lid;
