import type { CommandContext } from '../context.ts';

/**
 * The context of what a contact did by writing: it is theirs, though a connection saw it. What the company's own phone
 * did stays the connection's.
 */
export const byWriter = (
  context: CommandContext,
  { fromMe, contactId }: { readonly fromMe: boolean; readonly contactId: string },
): CommandContext => (fromMe ? context : { ...context, actor: { kind: 'contact', id: contactId } });
