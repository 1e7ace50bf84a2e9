export type Step = 'delivered' | 'read' | 'played';

/** How far a message of ours has come, by WhatsApp's id. */
export type Receipt = { readonly waId: string; readonly step: Step };

export const keyOf = ({ waId, step }: Receipt): string => `${waId} ${step}`;
