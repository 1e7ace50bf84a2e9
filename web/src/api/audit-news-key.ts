/** By itself: what follows the server knows it from the first page on, and the audit trail's screen only later. */
export const auditNewsKey = ['audit-news'] as const;
