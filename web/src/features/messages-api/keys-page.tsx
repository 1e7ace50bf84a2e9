/** The company's API keys. */
export const KeysPage = () => null;
