/** As readiness and metrics name what answers questions. */
export const questionsFollower = 'questions';

/** What is read of the log: of tickets and messages for the answers, and what is asked. */
export const readCategories = ['ticket', 'message', 'question'] as const;
