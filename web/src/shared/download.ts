/** Gives somebody a file that was made on this page. */
export const download = (name: string, parts: readonly BlobPart[], type: string): void => {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Browsers take it up after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};
