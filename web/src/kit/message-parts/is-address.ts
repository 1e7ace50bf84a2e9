/** Whether somebody may be led there from a message: only pages of the web. */
export const isAddress = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text);
