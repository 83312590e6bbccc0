'use client';

import { type CSSVariablesResolver, createTheme, darken, lighten } from '@mantine/core';

/** Adjusts Mantine colours that are below the contrast of 4.5:1 required by WCAG 2.2 AA. */
export const cssVariablesResolver: CSSVariablesResolver = (theme) => {
  const light: Record<string, string> = {
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#636a71',
    '--mantine-color-error': darken(theme.colors.red[9], 0.1),
    '--mantine-color-red-filled': theme.colors.red[9],
    '--mantine-color-red-filled-hover': darken(theme.colors.red[9], 0.1),
    '--console-color-side': theme.colors.gray[0],
    '--console-color-line': theme.colors.gray[2],
  };
  const dark: Record<string, string> = {
    '--mantine-color-dimmed': '#a6a7ab',
    // Links in notes and selected rows, whose background is lighter than the page.
    '--mantine-color-anchor': theme.colors.indigo[3],
    '--mantine-color-placeholder': '#9a9ca1',
    '--mantine-color-error': theme.colors.red[4],
    '--mantine-color-red-filled': theme.colors.red[9],
    '--mantine-color-red-filled-hover': darken(theme.colors.red[9], 0.1),
    '--console-color-side': theme.colors.dark[8],
    '--console-color-line': theme.colors.dark[5],
    '--mantine-color-gray-light': theme.colors.dark[5],
    '--mantine-color-gray-light-hover': theme.colors.dark[4],
  };
  for (const [name, shades] of Object.entries(theme.colors)) {
    if (name === 'dark') continue;
    light[`--mantine-color-${name}-light-color`] = darken(shades[9], 0.35);
    dark[`--mantine-color-${name}-light-color`] = lighten(shades[2], 0.1);
  }
  return { variables: {}, light, dark };
};

/** The list of choices is what scrolls: a box around them would have to be reached by keyboard. */
const CHOICES = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
};

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem', lineHeight: '1.3' }, h2: { fontSize: '0.9375rem', lineHeight: '1.4' } },
  },
  // Plain data: importing the components would load all of them with every page.
  components: {
    // The heads of dialogs and drawers are no banners of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm' },
      // Mantine truncates labels that fill their cell, and shows them in capitals.
      styles: {
        root: { maxWidth: 'none', textTransform: 'none', fontWeight: 550 },
        label: { overflow: 'visible' },
      },
    },
    // Choices belong to the dialog or landmark of their field; at a fixed position, nothing cuts them.
    Combobox: { defaultProps: { withinPortal: false, floatingStrategy: 'fixed' } },
    Select: CHOICES,
    MultiSelect: CHOICES,
    TagsInput: CHOICES,
    Drawer: { styles: { title: { fontWeight: 650, fontSize: '1.0625rem' } } },
    // The placeholder is not an allowed child of a menu; without it the first item gets the focus. A menu is rendered
    // inside a landmark of the page.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: '#content' } } },
    Modal: { styles: { title: { fontWeight: 650, fontSize: '1.0625rem' } } },
    Paper: { defaultProps: { withBorder: true } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Table: { styles: { table: { fontSize: 13 } } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
  },
});
