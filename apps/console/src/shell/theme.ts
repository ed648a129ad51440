import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Mantine gives `dir` to the frame of a field, which has no text of its own: the field has to say it itself. */
const ofField = { defaultProps: { attributes: { input: { dir: 'auto' } } } };

/** Shade 8 has enough contrast to white text in both themes. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 8,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // After Escape, keyboard users continue at the button that opened the menu.
  components: {
    Menu: { defaultProps: { returnFocus: true } },
    TextInput: ofField,
    Textarea: ofField,
    Autocomplete: ofField,
    Select: ofField,
    // Where people write in a TagsInput.
    PillsInputField: { defaultProps: { dir: 'auto' } },
  },
});

/** Mantine's own values for faint text have a contrast below 4.5 : 1. */
export const colorVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': colors.red[9],
    '--mantine-color-anchor': colors.indigo[8],
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
    '--mantine-color-error': colors.red[4],
    '--mantine-color-anchor': colors.indigo[3],
  },
});
