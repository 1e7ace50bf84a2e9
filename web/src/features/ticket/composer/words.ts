/** How long a message may be with its signature, in characters. */
export const longestMessage = 65_536;

/** Whether there is anything to read: neither spaces alone nor characters that nobody sees. */
export const hasWords = (text: string): boolean => /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
