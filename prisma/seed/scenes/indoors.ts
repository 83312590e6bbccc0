import { circle, ellipse, type Frame, gradient, line, n, path, polygon, rect, times } from './svg.ts';

/** A wall in warm light out of focus. */
function glow({ w, h, chance }: Frame, colours: readonly string[]): string {
  return [
    gradient('wall', colours),
    rect(0, 0, w, h, 'url(#wall)'),
    times(22, () =>
      circle(chance.next() * w, chance.next() * h * 0.7, h * (0.015 + chance.next() * 0.05), '#ffe2a8', {
        opacity: Math.round((0.06 + chance.next() * 0.18) * 100) / 100,
      }),
    ),
  ].join('');
}

const board = ({ w, h }: Frame, top: number, colour: string): string =>
  rect(0, h * top, w, h * (1 - top), colour) +
  times(4, (index) => line(`M0 ${n(h * (top + 0.06 + index * 0.07))}H${n(w)}`, '#000', 1.5, { opacity: 0.12 }));

/** A laid table: bottle, glasses, cheese and bread. */
export function table(frame: Frame): string {
  const { w, h, chance } = frame;
  const foot = h * 0.8;
  const wine = chance.pick(['#7b1e3a', '#e3b23c', '#a63a50']);
  const glass = (x: number) =>
    [
      path(
        `M${n(x - h * 0.055)} ${n(foot - h * 0.3)}Q${n(x - h * 0.06)} ${n(foot - h * 0.14)} ${n(x)} ${n(foot - h * 0.13)}Q${n(x + h * 0.06)} ${n(foot - h * 0.14)} ${n(x + h * 0.055)} ${n(foot - h * 0.3)}z`,
        '#fff',
        { opacity: 0.28 },
      ),
      path(
        `M${n(x - h * 0.056)} ${n(foot - h * 0.23)}Q${n(x - h * 0.05)} ${n(foot - h * 0.145)} ${n(x)} ${n(foot - h * 0.135)}Q${n(x + h * 0.05)} ${n(foot - h * 0.145)} ${n(x + h * 0.056)} ${n(foot - h * 0.23)}z`,
        wine,
      ),
      rect(x - 3, foot - h * 0.135, 6, h * 0.125, '#fff', { opacity: 0.5 }),
      ellipse(x, foot - h * 0.005, h * 0.05, h * 0.012, '#fff', { opacity: 0.5 }),
    ].join('');
  const x = w * (0.2 + chance.next() * 0.08);
  return [
    glow(frame, ['#3a1f2b', '#7a3f35', '#c98a4b']),
    board(frame, 0.76, '#6d4326'),
    rect(x, foot - h * 0.36, h * 0.11, h * 0.36, '#1f3b2d', { rx: h * 0.02 }),
    rect(x + h * 0.035, foot - h * 0.54, h * 0.04, h * 0.2, '#1f3b2d'),
    rect(x + h * 0.03, foot - h * 0.55, h * 0.05, h * 0.06, wine),
    rect(x, foot - h * 0.24, h * 0.11, h * 0.14, '#f3e6c8'),
    glass(w * 0.42),
    glass(w * 0.52),
    ellipse(w * 0.74, foot, w * 0.17, h * 0.035, '#8a5a33'),
    polygon(
      [
        [w * 0.64, foot - h * 0.02],
        [w * 0.76, foot - h * 0.13],
        [w * 0.79, foot - h * 0.02],
      ],
      '#f0c05a',
    ),
    polygon(
      [
        [w * 0.64, foot - h * 0.02],
        [w * 0.76, foot - h * 0.13],
        [w * 0.755, foot - h * 0.02],
      ],
      '#e0a63c',
    ),
    times(3, (index) =>
      circle(w * (0.7 + index * 0.018), foot - h * (0.045 + (index % 2) * 0.025), h * 0.009, '#c98f2e'),
    ),
    times(9, () =>
      circle(w * (0.81 + chance.next() * 0.06), foot - h * (0.01 + chance.next() * 0.07), h * 0.018, '#5b2a5e'),
    ),
  ].join('');
}

/** A workbench with brushes, pots and what is being made. */
export function workshop(frame: Frame): string {
  const { w, h, chance } = frame;
  const clay = chance.pick(['#2f5d9b', '#7a4a2b']);
  const pot = (x: number, foot: number, size: number) =>
    path(
      `M${n(x - size * 0.3)} ${n(foot)}Q${n(x - size * 0.62)} ${n(foot - size * 0.6)} ${n(x - size * 0.22)} ${n(foot - size * 0.92)}V${n(foot - size)}H${n(x + size * 0.22)}V${n(foot - size * 0.92)}Q${n(x + size * 0.62)} ${n(foot - size * 0.6)} ${n(x + size * 0.3)} ${n(foot)}z`,
      '#f4efe4',
    ) +
    line(
      `M${n(x - size * 0.38)} ${n(foot - size * 0.5)}q${n(size * 0.19)} ${n(-size * 0.16)} ${n(size * 0.38)} 0t${n(size * 0.38)} 0`,
      clay,
      size * 0.05,
    ) +
    circle(x, foot - size * 0.28, size * 0.08, clay);
  const shelf = (level: number) =>
    rect(w * 0.08, h * level, w * 0.84, h * 0.018, '#7d5a3c') +
    times(7, (index) => pot(w * (0.15 + index * 0.117), h * level, h * (0.1 + chance.next() * 0.06)));
  const tile = h * 0.2;
  return [
    glow(frame, ['#e9dcc5', '#d8c3a0', '#b89468']),
    shelf(0.24),
    shelf(0.48),
    board(frame, 0.72, '#8b6744'),
    `<g transform="translate(${n(w * 0.42)} ${n(h * 0.7)})">`,
    rect(0, 0, tile * 1.5, tile, '#fbf8f1', { stroke: clay, 'stroke-width': 4 }),
    line(
      `M${n(tile * 0.4)} ${n(tile * 0.8)}Q${n(tile * 0.75)} ${n(tile * 0.1)} ${n(tile * 1.1)} ${n(tile * 0.8)}`,
      clay,
      5,
    ),
    circle(tile * 0.75, tile * 0.4, tile * 0.12, clay),
    line(`M${n(tile * 0.2)} ${n(tile * 0.86)}H${n(tile * 1.3)}`, clay, 4),
    '</g>',
    rect(w * 0.2, h * 0.66, h * 0.11, h * 0.15, '#c9ccd1', { rx: 6 }),
    times(
      5,
      (index) =>
        line(
          `M${n(w * 0.215 + index * h * 0.02)} ${n(h * 0.67)}l${n((index - 2) * h * 0.018)} ${n(-h * 0.17)}`,
          '#6b4a33',
          5,
        ) + circle(w * 0.215 + index * h * 0.02 + (index - 2) * h * 0.018, h * 0.5, h * 0.012, clay),
    ),
    ellipse(w * 0.75, h * 0.84, h * 0.09, h * 0.03, clay),
    ellipse(w * 0.75, h * 0.83, h * 0.09, h * 0.026, '#fbf8f1'),
    ellipse(w * 0.75, h * 0.832, h * 0.07, h * 0.018, clay),
  ].join('');
}

/** A small stage: curtains, a spot, a chair and a guitar. */
export function stage(frame: Frame): string {
  const { w, h } = frame;
  const fold = (side: 1 | -1) =>
    times(6, (index) => {
      const x = side > 0 ? index * w * 0.045 : w - index * w * 0.045;
      const width = side * w * 0.05;
      return path(
        `M${n(x)} 0h${n(width)}Q${n(x + width * 0.6)} ${n(h * 0.5)} ${n(x + width * 0.9)} ${n(h * 0.84)}h${n(-width)}Q${n(x - width * 0.4)} ${n(h * 0.5)} ${n(x)} 0z`,
        index % 2 ? '#8c1c2b' : '#6e1421',
      );
    });
  const x = w * 0.54;
  return [
    glow(frame, ['#160a12', '#3a1420', '#5b2229']),
    polygon(
      [
        [w * 0.46, 0],
        [w * 0.54, 0],
        [w * 0.76, h * 0.84],
        [w * 0.26, h * 0.84],
      ],
      '#ffe8b0',
      { opacity: 0.16 },
    ),
    board(frame, 0.8, '#4a2b1c'),
    ellipse(w * 0.5, h * 0.86, w * 0.24, h * 0.05, '#ffe8b0', { opacity: 0.35 }),
    line(`M${n(w * 0.4)} ${n(h * 0.86)}V${n(h * 0.44)}`, '#d8d4cc', 5),
    ellipse(w * 0.4, h * 0.42, h * 0.022, h * 0.035, '#2a2a2e'),
    line(
      `M${n(x)} ${n(h * 0.86)}V${n(h * 0.66)}h${n(w * 0.07)}v${n(h * 0.2)}M${n(x)} ${n(h * 0.66)}V${n(h * 0.46)}`,
      '#9a6a3f',
      8,
    ),
    `<g transform="rotate(14 ${n(x + w * 0.06)} ${n(h * 0.6)})">`,
    rect(x + w * 0.052, h * 0.3, w * 0.014, h * 0.26, '#3d2417'),
    circle(x + w * 0.059, h * 0.58, h * 0.055, '#c07a35'),
    circle(x + w * 0.059, h * 0.68, h * 0.078, '#c07a35'),
    circle(x + w * 0.059, h * 0.63, h * 0.024, '#2b160c'),
    '</g>',
    fold(1),
    fold(-1),
    path(
      `M0 0H${n(w)}V${n(h * 0.09)}Q${n(w * 0.88)} ${n(h * 0.17)} ${n(w * 0.75)} ${n(h * 0.09)}T${n(w * 0.5)} ${n(h * 0.09)}T${n(w * 0.25)} ${n(h * 0.09)}T0 ${n(h * 0.09)}z`,
      '#a3253a',
    ),
  ].join('');
}
