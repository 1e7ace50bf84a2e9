export const narrowScreen = '(max-width: 599.98px)';
