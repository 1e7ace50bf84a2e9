import { knownPerson } from '#domain/contact/contact.ts';
import { memberNamesOf } from '#domain/contact/member.ts';
import { withoutRepeats } from '#domain/shared/list.ts';
import type { Key } from '../claims.ts';
import type { CommandDeps } from '../states.ts';
import { lidKey, numberKey } from './contact-keys.ts';
import { shownContact } from './shown-contact.ts';

type Names = { readonly number: string | null; readonly lid: string | null };

/**
 * Under which persons' keys the data of a contact is: its own, and those of it as a member of groups, by every number and
 * LID that it has had. One that somebody else has now is left out: what was written under it may be theirs.
 */
export const personsOf = async (
  deps: CommandDeps,
  companyId: string,
  contactId: string,
): Promise<readonly string[]> => {
  const { store, states } = deps;
  const stream = states.contact.stream(companyId, contactId);
  const person = knownPerson((await states.contact.fresh(stream)).state);
  if (!person || person.isGroup) return [contactId];
  const events = await states.contact.events(stream);
  const names = events.flatMap(event =>
    event.type === 'ContactCreated' || event.type === 'ContactIdentified' ? keysOf(event.data) : [],
  );
  const own: string[] = [];
  for (const { key, ...name } of names)
    if (!(await isOthers(deps, companyId, { key, contactId }))) own.push(...memberNamesOf(name));
  return [contactId, ...(await store.keys.knownMembers(companyId, withoutRepeats(own)))];
};

const keysOf = ({ number, lid }: Names): readonly (Names & { readonly key: Key })[] => [
  ...(lid ? [{ key: lidKey(lid), lid, number: null }] : []),
  ...(number ? [{ key: numberKey(number, false), lid: null, number }] : []),
];

/** Whether a number or LID is that of somebody else than a contact, who is there. */
export const isNameOfOthers = async (
  deps: CommandDeps,
  { companyId, contactId }: { readonly companyId: string; readonly contactId: string },
  name: string,
): Promise<boolean> => {
  const keys = [lidKey(name), numberKey(name, false)];
  return (await Promise.all(keys.map(key => isOthers(deps, companyId, { key, contactId })))).some(Boolean);
};

const isOthers = async (
  deps: CommandDeps,
  companyId: string,
  { key, contactId }: { readonly key: Key; readonly contactId: string },
): Promise<boolean> => {
  const owner = await deps.claims.owner(companyId, key);
  if (owner === undefined || owner === contactId) return false;
  return (await shownContact(deps, companyId, owner)).folded.state.status === 'active';
};
