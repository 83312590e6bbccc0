import type { Random } from '../random.ts';
import type { Light } from './light.ts';

/** The picture being drawn: its size in pixels, its light and its random numbers. */
export type Frame = { w: number; h: number; light: Light; chance: Random };

/** A coordinate as short text. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

type Attributes = Record<string, string | number>;

export function element(name: string, attributes: Attributes, content = ''): string {
  const list = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? n(value) : value}"`,
  );
  return content ? `<${name}${list.join('')}>${content}</${name}>` : `<${name}${list.join('')}/>`;
}

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
): string => element('rect', { x, y, width, height, fill, ...more });

export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string =>
  element('circle', { cx, cy, r, fill, ...more });

export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}): string =>
  element('ellipse', { cx, cy, rx, ry, fill, ...more });

export const path = (d: string, fill: string, more: Attributes = {}): string => element('path', { d, fill, ...more });

export const line = (d: string, stroke: string, width: number, more: Attributes = {}): string =>
  element('path', { d, fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round', ...more });

/** A closed shape of straight edges: `x,y` pairs. */
export function polygon(points: readonly (readonly [number, number])[], fill: string, more: Attributes = {}): string {
  return element('polygon', { points: points.map(([x, y]) => `${n(x)},${n(y)}`).join(' '), fill, ...more });
}

/** A group that is moved and scaled. */
export const placed = (x: number, y: number, scale: number, content: string): string =>
  element('g', { transform: `translate(${n(x)} ${n(y)}) scale(${Math.round(scale * 1000) / 1000})` }, content);

/** A vertical gradient of colours in order; use it as `url(#id)`. */
export function gradient(id: string, colours: readonly string[]): string {
  const stops = colours.map((colour, index) =>
    element('stop', { offset: `${Math.round((index / (colours.length - 1)) * 100)}%`, 'stop-color': colour }),
  );
  return element('linearGradient', { id, x1: 0, y1: 0, x2: 0, y2: 1 }, stops.join(''));
}

/** Draws several times and concatenates the results. */
export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: Math.max(0, Math.round(count)) }, (_, index) => draw(index)).join('');
