import { circle, ellipse, type Frame, line, n, path, placed, polygon, rect, times } from './svg.ts';

/** A low canal boat with a glass roof. Things are drawn about 100 units wide around their foot. */
export function canalBoat({ light, chance }: Frame): string {
  const hull = chance.pick(['#7a3b2e', '#1f4e5f', '#23395b', '#6b2737']);
  return [
    path('M-58 -8H58Q54 6 40 8H-44Q-56 4 -58 -8z', hull),
    path('M-44 -8Q-40 -24 -26 -25H30Q44 -24 48 -8z', light.lamp, { opacity: 0.85 }),
    rect(-42, -27, 88, 3, hull),
    times(5, (index) => line(`M${-28 + index * 15} -25V-8`, hull, 2)),
    line('M52 -8V-30', hull, 2),
    polygon(
      [
        [52, -30],
        [66, -26],
        [52, -22],
      ],
      '#d94f3d',
    ),
  ].join('');
}

export function sailBoat({ chance }: Frame): string {
  const hull = chance.pick(['#f4efe6', '#26415f', '#8c2f39']);
  return [
    path('M-40 -6H44Q38 8 26 9H-28Q-38 6 -40 -6z', hull),
    line('M0 -6V-104', '#6b4a33', 3),
    path('M3 -102Q44 -58 40 -12H3z', '#fdfaf2'),
    path('M-3 -92Q-34 -52 -32 -12H-3z', '#f0e4cf'),
    line('M-32 -9H42', '#6b4a33', 2),
  ].join('');
}

export const launch = ({ light }: Frame): string =>
  [
    path('M-70 -10H74Q66 8 52 10H-56Q-68 6 -70 -10z', '#5b2e23'),
    rect(-70, -14, 144, 5, '#f2e6cf'),
    rect(-36, -36, 62, 22, '#f2e6cf'),
    times(4, (index) => rect(-31 + index * 15, -32, 10, 10, light.lamp)),
    rect(30, -46, 20, 32, '#8c2f39'),
    rect(34, -42, 12, 9, light.lamp),
    line('M-50 -14V-44', '#33302c', 2),
    polygon(
      [
        [-50, -44],
        [-34, -39],
        [-50, -34],
      ],
      '#d94f3d',
    ),
  ].join('');

/** A container ship, seen from afar. */
export function freighter({ chance }: Frame): string {
  const colours = ['#c8553d', '#2d6a8a', '#e0a458', '#588157', '#8d99ae', '#7b4b94'];
  const boxes = times(40, (index) =>
    rect(-112 + (index % 10) * 17, -26 - Math.floor(index / 10) * 10, 16, 9, chance.pick(colours)),
  );
  return (
    path('M-130 -14H128L116 12H-118z', '#24343f') +
    rect(-130, -17, 258, 4, '#a4332d') +
    boxes +
    rect(74, -72, 26, 58, '#f2efe8') +
    rect(70, -78, 34, 8, '#f2efe8') +
    rect(78, -66, 18, 5, '#24343f')
  );
}

export const crane = ({ light }: Frame): string =>
  [
    line('M-16 0L-10 -92M16 0L10 -92M-14 -30H14M-12 -60H12', light.ink, 4),
    line('M-34 -92H78', light.ink, 5),
    line('M0 -122L-34 -92M0 -122L78 -92M0 -122V-92', light.ink, 2.5),
    line('M58 -92V-52', light.ink, 1.5),
    rect(50, -52, 16, 9, '#c8553d'),
  ].join('');

export function kayak({ chance }: Frame): string {
  const colour = chance.pick(['#e4572e', '#f2c14e', '#2e86ab']);
  const paddler = (x: number) =>
    [
      path(`M${x - 6} -6Q${x} -26 ${x + 6} -6z`, '#d94f3d'),
      circle(x, -26, 5, '#e8b58f'),
      line(`M${x - 20} -4L${x + 18} -22`, '#4a3b2a', 2.5),
    ].join('');
  return path('M-54 -4Q0 12 54 -4Q30 -12 0 -11Q-30 -12 -54 -4z', colour) + paddler(-14) + paddler(18);
}

export function bicycle({ light, chance }: Frame): string {
  const frame = chance.pick(['#1f4e5f', '#a4332d', '#22223b', '#2f6f4e']);
  const wheel = (x: number) =>
    circle(x, -17, 17, 'none', { stroke: light.ink, 'stroke-width': 3 }) +
    times(
      6,
      (index) =>
        `<path d="M${x} -17l${n(Math.cos(index) * 15)} ${n(Math.sin(index) * 15)}" stroke="${light.ink}" stroke-width=".7"/>`,
    );
  return [
    wheel(-26),
    wheel(28),
    line('M-26 -17L-8 -17L16 -44L-14 -46L-26 -17M-8 -17L-16 -50M28 -17L16 -46', frame, 3.5),
    line('M-24 -52H-9', light.ink, 5),
    line('M14 -54Q20 -58 26 -54', light.ink, 3),
    rect(18, -48, 17, 12, '#8a6642'),
  ].join('');
}

/** A small open vehicle for hills: three wheels and a canopy. */
export function tukTuk({ light, chance }: Frame): string {
  const body = chance.pick(['#e4a11b', '#2a9d8f', '#c8553d']);
  return [
    path('M-44 -12V-34Q-44 -40 -36 -40H10L24 -26H44Q50 -24 50 -12z', body),
    path('M-46 -66H14Q22 -66 24 -56H-46z', '#f5ead6'),
    line('M-42 -58V-38M8 -58V-38M20 -58L26 -28', light.ink, 3),
    rect(-34, -36, 36, 12, '#7a3b2e'),
    circle(-26, -8, 10, light.ink),
    circle(34, -8, 10, light.ink),
    circle(-26, -8, 4, '#d8d4cc'),
    circle(34, -8, 4, '#d8d4cc'),
    circle(47, -22, 3.5, light.lamp),
  ].join('');
}

export const tram = ({ light }: Frame): string =>
  [
    rect(-60, -64, 120, 54, '#f0b429', { rx: 8 }),
    rect(-60, -30, 120, 8, '#fdf6e3'),
    times(5, (index) => rect(-52 + index * 22, -56, 17, 21, light.lamp, { rx: 2 })),
    rect(-50, -12, 100, 6, light.ink),
    circle(-34, -6, 7, light.ink),
    circle(34, -6, 7, light.ink),
    line('M0 -64L14 -84', light.ink, 2.5),
    circle(0, -18, 4, light.lamp),
  ].join('');

export const whaleTail = ({ light }: Frame): string =>
  [
    path(
      'M-8 6Q-6 -34 -4 -52Q-40 -54 -66 -84Q-28 -86 0 -64Q28 -86 66 -84Q40 -54 4 -52Q6 -34 10 6z',
      light.stars ? '#22335f' : '#2b4257',
    ),
    line('M0 -58V2', '#fff', 2, { opacity: 0.18 }),
    ellipse(0, 8, 46, 7, '#fff', { opacity: 0.5 }),
    ellipse(0, 12, 76, 8, '#fff', { opacity: 0.25 }),
    times(7, (index) => circle(-46 + index * 15, -2 - (index % 3) * 9, 2.2, '#fff', { opacity: 0.8 })),
  ].join('');

export const surfer = ({ light }: Frame): string =>
  path('M-56 6Q0 -6 60 -8Q10 10 -56 6z', '#f2c14e') +
  path('M-8 -4L-2 -26L-14 -44L2 -50L12 -30L8 -6z', '#22384a') +
  circle(2, -56, 7, '#d9a27a') +
  line('M0 -46L26 -38M0 -44L-26 -34', light.ink, 4);

export const lampPost = ({ light }: Frame): string =>
  line('M0 0V-78', light.ink, 4) +
  circle(0, -86, 18, light.lamp, { opacity: 0.25 }) +
  circle(0, -86, 8, light.lamp) +
  polygon(
    [
      [-9, -92],
      [9, -92],
      [0, -102],
    ],
    light.ink,
  );

/** Places an object on the picture: `x` and `y` are shares of its size, `size` scales it with the height. */
export const put = (frame: Frame, thing: (frame: Frame) => string, x: number, y: number, size: number): string =>
  placed(frame.w * x, frame.h * y, (frame.h * size) / 100, thing(frame));
