/** Names have 2 to 50 characters. Specification, core, section 9. */
export const isName = (text: string): boolean => {
  const { length } = text.trim();
  return length >= 2 && length <= 50;
};
