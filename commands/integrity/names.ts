/** As readiness and metrics name what keeps the trees, and what signs them. */
export const integrityFollowers = {
  trees: 'policy integrity',
  checkpoints: 'policy checkpoints',
} as const;
