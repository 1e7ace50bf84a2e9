/** As readiness and metrics name what works imports off. */
export const importsWorker = 'policy imports';
