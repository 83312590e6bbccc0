export { openPalette, Palette } from './palette.tsx';
export { PaletteButton } from './palette-button.tsx';
