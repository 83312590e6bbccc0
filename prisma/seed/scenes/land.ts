import { circle, ellipse, type Frame, line, n, path, polygon, rect, times } from './svg.ts';

/** A soft ridge across the picture; `base` and `rise` are shares of the height. */
export function hills({ w, h, chance }: Frame, base: number, rise: number, colour: string): string {
  const steps = 5;
  const width = w / steps;
  let d = `M0 ${n(h)}V${n(h * (base - rise * chance.next()))}`;
  for (let index = 0; index < steps; index++) {
    const x = (index + 1) * width;
    const y = h * (base - rise * chance.next());
    d += `S${n(x - width * 0.5)} ${n(y)} ${n(x)} ${n(y)}`;
  }
  return path(`${d}V${n(h)}z`, colour);
}

/** Peaks with snow. */
export function peaks({ w, h, chance, light }: Frame, base: number, rise: number, colour: string): string {
  return times(6, (index) => {
    const x = w * (index / 5 + (chance.next() - 0.5) * 0.14);
    const height = h * rise * (0.55 + chance.next() * 0.45);
    const half = height * (0.75 + chance.next() * 0.4);
    const top = h * base - height;
    const cap = height * 0.26;
    const side = (half / height) * cap;
    return [
      polygon(
        [
          [x - half, h * base],
          [x, top],
          [x + half, h * base],
        ],
        colour,
      ),
      polygon(
        [
          [x, top],
          [x + half, h * base],
          [x + half * 0.12, h * base],
        ],
        light.ink,
        { opacity: 0.13 },
      ),
      polygon(
        [
          [x, top],
          [x + side, top + cap],
          [x + side * 0.35, top + cap * 0.7],
          [x, top + cap * 1.15],
          [x - side * 0.4, top + cap * 0.75],
          [x - side, top + cap],
        ],
        '#fff',
        { opacity: light.stars ? 0.55 : 0.92 },
      ),
    ].join('');
  });
}

/** Rows of trees along a base line, round or pointed. */
export function trees({ w, h, light, chance }: Frame, base: number, kind: 'round' | 'pine', count = 16): string {
  return times(count, () => {
    const x = chance.next() * w;
    const size = h * (0.05 + chance.next() * 0.06);
    const y = h * base + chance.next() * h * 0.02;
    const colour = chance.pick([light.land[1], light.land[2], light.land[2]]);
    if (kind === 'pine') {
      return times(3, (index) => {
        const half = size * (0.5 - index * 0.11);
        const foot = y - size * index * 0.42;
        return polygon(
          [
            [x - half, foot],
            [x, foot - size * 0.8],
            [x + half, foot],
          ],
          colour,
        );
      });
    }
    return (
      rect(x - size * 0.06, y - size * 0.6, size * 0.12, size * 0.6, light.ink) +
      circle(x, y - size * 0.9, size * 0.5, colour) +
      circle(x + size * 0.28, y - size * 0.72, size * 0.36, colour)
    );
  });
}

/** Vines in rows that run towards the horizon. */
export function vines({ w, h, light }: Frame, top: number): string {
  const y = h * top;
  return [
    rect(0, y, w, h - y, light.land[1]),
    times(19, (index) => {
      const far = w * (0.5 + (index - 9) * 0.042);
      const near = w * (0.5 + (index - 9) * 0.19);
      return line(`M${n(far)} ${n(y)}L${n(near)} ${n(h)}`, light.land[2], 7 + Math.abs(index - 9) * 1.2, {
        'stroke-dasharray': '16 9',
        opacity: 0.9,
      });
    }),
  ].join('');
}

/** A meadow with flowers in one colour. */
export function meadow({ w, h, light, chance }: Frame, top: number, flower: string): string {
  const y = h * top;
  return [
    rect(0, y, w, h - y, light.land[2]),
    times(130, () => {
      const depth = chance.next();
      const x = chance.next() * w;
      const level = y + (h - y) * (0.06 + depth * 0.94);
      const size = h * (0.003 + depth * 0.011);
      return (
        line(`M${n(x)} ${n(level)}v${n(size * 3)}`, light.land[1], 1.5) +
        ellipse(x, level, size * 1.15, size * 0.9, flower) +
        circle(x, level, size * 0.3, light.ink)
      );
    }),
  ].join('');
}

/** Cliffs that step into the sea from one side. */
export function cliffs({ w, h, chance, light }: Frame, base: number, colour: string): string {
  const left = chance.chance(0.5);
  const edge: [number, number][] = [
    [0, h * base],
    [0, h * (base - 0.42)],
  ];
  for (let index = 1; index <= 5; index++)
    edge.push([w * index * 0.09, h * (base - 0.42 + index * 0.035 + chance.next() * 0.04)]);
  edge.push([w * 0.5, h * base]);
  const stack: [number, number][] = [
    [w * 0.6, h * base],
    [w * 0.615, h * (base - 0.16)],
    [w * 0.67, h * (base - 0.2)],
    [w * 0.7, h * (base - 0.13)],
    [w * 0.715, h * base],
  ];
  const mirrored = (points: [number, number][]) =>
    left ? points : points.map(([x, y]): [number, number] => [w - x, y]);
  const arch = left ? w * 0.4 : w * 0.6;
  return [
    polygon(mirrored(edge), colour),
    polygon(mirrored(stack), colour),
    path(
      `M${n(arch - w * 0.04)} ${n(h * base)}v${n(-h * 0.06)}a${n(w * 0.03)} ${n(h * 0.07)} 0 0 1 ${n(w * 0.06)} 0v${n(h * 0.06)}z`,
      light.sky[2],
    ),
    times(6, (index) =>
      line(
        `M${n(left ? 0 : w)} ${n(h * (base - 0.36 + index * 0.06))}h${n((left ? 1 : -1) * w * (0.2 + index * 0.04))}`,
        light.ink,
        2,
        { opacity: 0.16 },
      ),
    ),
  ].join('');
}

/** Sand at the bottom of the picture. */
export const sand = ({ w, h }: Frame, top: number, colour = '#ecd3a0'): string =>
  path(
    `M0 ${n(h * top)}Q${n(w * 0.3)} ${n(h * (top - 0.03))} ${n(w * 0.55)} ${n(h * (top + 0.02))}T${n(w)} ${n(h * top)}V${n(h)}H0z`,
    colour,
  );
