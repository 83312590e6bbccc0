import type { Random } from '../random.ts';
import { circle, ellipse, gradient, n, path, rect } from './svg.ts';

const skins = ['#f6d7bd', '#eebf9d', '#d9a27a', '#b97c52', '#8d5a3a', '#6b4128'];
const hairs = ['#2b1d16', '#4a2f1f', '#7a4a24', '#c08a3e', '#e3c27a', '#8e8b88', '#b5482a'];
const shirts = ['#2f6f8f', '#3d5a45', '#a4503c', '#5a4a78', '#c98a2b', '#37475a', '#8c2f4d'];
const walls: readonly (readonly [string, string])[] = [
  ['#cfe3ec', '#8fb3c6'],
  ['#f3ddc6', '#d9a981'],
  ['#dcead6', '#9cbb94'],
  ['#e6dcf0', '#ab9cc9'],
];

/** The portrait of a fictional person, as an SVG document of 256 × 256. */
export function drawPortrait(chance: Random, long: boolean): string {
  const skin = chance.pick(skins);
  const hair = chance.pick(hairs);
  const shirt = chance.pick(shirts);
  const face = 46 + chance.next() * 5;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">',
    gradient('wall', chance.pick(walls)),
    rect(0, 0, 256, 256, 'url(#wall)'),
    long
      ? path(
          `M${n(128 - face - 16)} 190Q${n(128 - face - 26)} 58 128 52Q${n(128 + face + 26)} 58 ${n(128 + face + 16)} 190z`,
          hair,
        )
      : '',
    rect(108, 150, 40, 50, skin, { rx: 14 }),
    path('M36 256Q44 196 104 190Q128 214 152 190Q212 196 220 256z', shirt),
    ellipse(128, 122, face, face * 1.2, skin),
    ellipse(128 - face, 126, 7, 11, skin),
    ellipse(128 + face, 126, 7, 11, skin),
    fringe(chance, face, hair),
    circle(111, 122, 4.2, '#33261f'),
    circle(145, 122, 4.2, '#33261f'),
    path('M103 110q8 -6 16 -1M137 109q8 -5 16 1', 'none', {
      stroke: hair,
      'stroke-width': 4,
      'stroke-linecap': 'round',
    }),
    path('M128 124q-7 16 1 18', 'none', { stroke: '#00000033', 'stroke-width': 3, 'stroke-linecap': 'round' }),
    path('M110 152q18 15 36 0', 'none', { stroke: '#9c3f3a', 'stroke-width': 4, 'stroke-linecap': 'round' }),
    !long && chance.chance(0.35)
      ? path(
          `M${n(128 - face * 0.86)} 140Q128 206 ${n(128 + face * 0.86)} 140Q128 172 ${n(128 - face * 0.86)} 140z`,
          hair,
          { opacity: 0.85 },
        )
      : '',
    chance.chance(0.25) ? glasses() : '',
    '</svg>',
  ].join('');
}

function fringe(chance: Random, face: number, hair: string): string {
  const [left, right] = [128 - face - 3, 128 + face + 3];
  return chance.pick([
    path(
      `M${n(left)} 118Q${n(left)} 54 128 54Q${n(right)} 54 ${n(right)} 118Q${n(right - 14)} 86 128 88Q${n(left + 14)} 86 ${n(left)} 118z`,
      hair,
    ),
    path(
      `M${n(left)} 120Q${n(left - 4)} 52 132 52Q${n(right + 2)} 54 ${n(right)} 120Q${n(right - 8)} 92 ${n(128 + 10)} 82Q${n(left + 30)} 100 ${n(left)} 120z`,
      hair,
    ),
    path(
      `M${n(left)} 112Q${n(left + 6)} 50 128 56Q${n(right - 6)} 50 ${n(right)} 112Q${n(right - 20)} 70 128 74Q${n(left + 20)} 70 ${n(left)} 112z`,
      hair,
    ),
  ]);
}

const glasses = (): string =>
  [111, 145].map((x) => circle(x, 123, 13, 'none', { stroke: '#2b2b33', 'stroke-width': 3 })).join('') +
  path('M124 122h8', 'none', { stroke: '#2b2b33', 'stroke-width': 3 });
