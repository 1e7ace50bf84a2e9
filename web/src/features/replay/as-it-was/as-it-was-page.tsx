/** The company as it was at an instant. */
export const AsItWasPage = () => null;
