/**
 * The name of the cookie that tells a page's scripts that the browser has a session to take up; it is worth nothing to
 * the server.
 */
export const sessionHint = 'jse';
