/**
 * Headers by which the gateway tells the simulator on whose behalf it calls: a company's id, or `nobodys` for what
 * belongs to no company, as the demo's phones do. A call without them is the operator's own and reaches everything.
 */
export const simulatorCompanyHeader = 'x-simulator-company';
export const nobodys = 'none';
/** `yes` where the call may also change how the simulated server behaves towards all companies. */
export const simulatorServerHeader = 'x-simulator-server';
