const unkept = new Map<string, string>();

/** What this browser keeps under a name; what a full browser refuses to keep lives as long as the page. */
export const readKept = (key: string): string | null => unkept.get(key) ?? localStorage.getItem(key);

export const keep = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
    unkept.delete(key);
  } catch {
    unkept.set(key, value);
  }
};

export const forget = (key: string): void => {
  unkept.delete(key);
  localStorage.removeItem(key);
};

/** Another tab could keep something under the name: that is what holds now. */
export const handleOtherTab = (key: string): void => {
  unkept.delete(key);
};
