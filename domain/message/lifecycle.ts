const minute = 60_000;

/** How long after it was written a message can be edited, and deleted for everyone: WhatsApp's own limits. */
export const editableForMs = 15 * minute;
export const deletableForMs = 60 * 60 * minute;
