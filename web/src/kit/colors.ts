/** Notification apart on light and dark grounds. */
export const palette = [
  { name: 'red', color: '#e03131' },
  { name: 'orange', color: '#e8590c' },
  { name: 'amber', color: '#f08c00' },
  { name: 'green', color: '#2f9e44' },
  { name: 'teal', color: '#099268' },
  { name: 'blue', color: '#1971c2' },
  { name: 'indigo', color: '#3b5bdb' },
  { name: 'violet', color: '#7048e8' },
  { name: 'pink', color: '#c2255c' },
  { name: 'gray', color: '#868e96' },
] as const;

export const firstColor = '#1971c2';
