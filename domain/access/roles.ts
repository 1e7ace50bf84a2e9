export type Role =
  | 'admin'
  | 'user'
  | 'superAdmin'
  | 'analyst'
  | 'connector'
  | 'policy'
  | 'system'
  /** A program outside, by a key of the company or a connection's token. */
  | 'token';

/** Who works in a company, and what works for them. */
export const staff = ['admin', 'user', 'policy', 'system'] as const satisfies readonly Role[];
/** People alone, and the product for them. */
export const people = ['admin', 'user', 'system'] as const satisfies readonly Role[];
/** All who are logged in, whatever else they are. */
export const everybody = ['admin', 'user'] as const satisfies readonly Role[];
export const admins = ['admin', 'system'] as const satisfies readonly Role[];
export const connector = ['connector', 'system'] as const satisfies readonly Role[];
export const operators = ['superAdmin', 'system'] as const satisfies readonly Role[];
