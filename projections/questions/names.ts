/** As readiness and metrics name what answers questions. */
export const questionsFollower = 'questions';

/** What is read of the log: of tickets and messages for the answers, of hours for business time, and what is asked. */
export const readCategories = ['ticket', 'message', 'company', 'queue', 'question'] as const;
