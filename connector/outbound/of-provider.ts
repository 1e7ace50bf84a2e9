/**
 * A condition for rows of a provider's connections; rows of connections that nobody knows any more fit for every
 * provider. `connectionId` names the table, too. Connectors of several providers follow the log at once, each in
 * transactions of its own: one that touched another's rows could wait for that one while that one waits for it.
 */
export const ofProvider = (connectionId: string, provider: string): string => `
  not exists (select from connector.reachable other
    where other.connection_id = ${connectionId} and other.provider <> ${provider})`;
