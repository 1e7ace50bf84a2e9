/** Questions asked of all history. */
export const QuestionsPage = () => null;
