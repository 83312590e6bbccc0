import { circle, ellipse, type Frame, gradient, line, n, path, rect, times } from './svg.ts';

/** The sky down to the bottom of the picture, with its sun or moon, stars and clouds. */
export function sky(frame: Frame, horizon = 0.62): string {
  const { w, h, light, chance } = frame;
  const x = w * (0.18 + chance.next() * 0.64);
  const y = h * horizon * (1 - light.height) * 0.92;
  const radius = h * 0.055;
  return [
    gradient('sky', light.sky),
    rect(0, 0, w, h, 'url(#sky)'),
    light.stars
      ? times(60, () =>
          circle(chance.next() * w, chance.next() * h * horizon, 0.6 + chance.next() * 1.4, '#fff', { opacity: 0.75 }),
        )
      : '',
    circle(x, y, radius * 3.4, light.disc, { opacity: 0.12 }),
    circle(x, y, radius * 1.9, light.disc, { opacity: 0.22 }),
    circle(x, y, radius, light.disc),
    times(chance.int(2, 4), () => cloud(frame, horizon)),
  ].join('');
}

function cloud({ w, h, light, chance }: Frame, horizon: number): string {
  const x = chance.next() * w;
  const y = h * horizon * (0.12 + chance.next() * 0.5);
  const size = h * (0.03 + chance.next() * 0.035);
  const puffs = [
    [0, 0, 2.6, 0.7],
    [-1.1, -0.35, 1.1, 0.8],
    [0.5, -0.6, 1.4, 1.05],
    [1.6, -0.2, 1, 0.6],
  ] as const;
  const opacity = light.stars ? 0.5 : 0.8;
  return `<g opacity="${opacity}">${puffs.map(([dx, dy, rx, ry]) => ellipse(x + dx * size, y + dy * size, rx * size, ry * size, light.cloud)).join('')}</g>`;
}

/** Water from `top` (a share of the height) to the bottom, with ripples that catch the light. */
export function water({ w, h, light, chance }: Frame, top: number): string {
  const y = h * top;
  return [
    gradient('water', light.water),
    rect(0, y, w, h - y, 'url(#water)'),
    times(26, (index) => {
      const depth = (index + 1) / 26;
      const width = w * (0.03 + chance.next() * 0.09) * (0.4 + depth);
      const x = chance.next() * w;
      const level = y + (h - y) * depth * depth;
      return line(`M${n(x)} ${n(level)}h${n(width)}`, light.disc, 1 + depth * 2.4, {
        opacity: Math.round((0.12 + chance.next() * 0.25) * 100) / 100,
      });
    }),
  ].join('');
}

/** Birds in the distance. */
export function birds({ w, h, light, chance }: Frame): string {
  const x = w * (0.2 + chance.next() * 0.5);
  const y = h * (0.12 + chance.next() * 0.15);
  return times(chance.int(3, 6), (index) => {
    const left = x + index * w * 0.028 + chance.next() * 12;
    const top = y + chance.next() * h * 0.06;
    const size = h * 0.011;
    return line(
      `M${n(left)} ${n(top)}q${n(size)} ${n(-size)} ${n(size * 1.6)} 0q${n(size * 0.6)} ${n(-size)} ${n(size * 1.6)} 0`,
      light.ink,
      2,
      { opacity: 0.6 },
    );
  });
}

/** Curtains of northern light. */
export function aurora({ w, h, chance }: Frame): string {
  const colours = ['#4df2a8', '#36d1c4', '#9a7bff'];
  return [
    '<defs><filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="14"/></filter></defs>',
    '<g filter="url(#soft)">',
    times(3, (index) => {
      const y = h * (0.16 + index * 0.1 + chance.next() * 0.05);
      const wave = w * 0.25;
      const swing = h * (0.06 + chance.next() * 0.08);
      const d = `M${n(-w * 0.1)} ${n(y)}q${n(wave / 2)} ${n(-swing)} ${n(wave)} 0t${n(wave)} 0t${n(wave)} 0t${n(wave)} 0t${n(wave)} 0v${n(h * 0.13)}q${n(-wave / 2)} ${n(swing)} ${n(-wave)} 0t${n(-wave)} 0t${n(-wave)} 0t${n(-wave)} 0t${n(-wave)} 0z`;
      return path(d, colours[index] ?? '#4df2a8', { opacity: 0.42 });
    }),
    '</g>',
  ].join('');
}
