import { createTheme, type MantineColorsTuple } from '@mantine/core';

const green: MantineColorsTuple = [
  '#effcf3',
  '#dcf7e5',
  '#bcedcd',
  '#8bddab',
  '#54c684',
  '#2fab67',
  '#1f9055',
  '#177a47',
  '#14613b',
  '#114f32',
];

/** Dark enough from the sixth on to be read on a light ground. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#e03131',
  '#c92a2a',
  '#b02525',
  '#9c2020',
  '#871b1b',
];

const dark: MantineColorsTuple = [
  '#dfe5e3',
  '#b9c2bf',
  '#93a09c',
  '#65736f',
  '#3c4845',
  '#2b3633',
  '#212a28',
  '#18201e',
  '#121917',
  '#0c1110',
];

/** Names are long: titles have two lines and more. */
const dialogTitle = { fontSize: '1rem', fontWeight: 600, lineHeight: 1.4, overflowWrap: 'anywhere' } as const;

export const theme = createTheme({
  primaryColor: 'green',
  primaryShade: { light: 7, dark: 7 },
  colors: { green, red, dark },
  defaultRadius: 8,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Ubuntu, sans-serif',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  breakpoints: { xs: '30em', sm: '37.5em', md: '62em', lg: '75em', xl: '88em' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Modal: {
      defaultProps: { centered: true, transitionProps: { duration: 120 } },
      styles: { title: dialogTitle },
    },
    Drawer: { styles: { title: dialogTitle } },
    // What closes is gone at once: keys that follow are not its own any more.
    Menu: {
      defaultProps: {
        transitionProps: { duration: 100, exitDuration: 0 },
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { transitionProps: { exitDuration: 0 } } },
  },
});
