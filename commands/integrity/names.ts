/** As readiness and metrics name what keeps the trees, what signs them, and what verifies a history when it is asked to. */
export const integrityFollowers = {
  trees: 'policy integrity',
  checkpoints: 'policy checkpoints',
  runs: 'policy verifications',
} as const;
