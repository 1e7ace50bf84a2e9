/** The request cannot be understood or names things that cannot be so: 400. */
export class ValidationFailed extends Error {}

/** The call comes from a page of somebody else, or wants what is not the caller's alone: 403. */
export class Forbidden extends Error {}

/** The request names someone or something that is not here: 404. */
export class NotFound extends Error {}
