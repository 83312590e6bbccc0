import type { Random } from '../random.ts';
import { stage, table, workshop } from './indoors.ts';
import { cliffs, hills, meadow, peaks, sand, trees, vines } from './land.ts';
import { type Hour, lights } from './light.ts';
import { aurora, birds, sky, water } from './sky.ts';
import type { Frame } from './svg.ts';
import { n, rect } from './svg.ts';
import {
  bicycle,
  canalBoat,
  crane,
  freighter,
  kayak,
  lampPost,
  launch,
  put,
  sailBoat,
  surfer,
  tram,
  tukTuk,
  whaleTail,
} from './things.ts';
import { bridge, castle, gables, museum, oldTown, suspension, towers, windmill } from './town.ts';

/** The content of a picture: its possible hours, and its layers from back to front. */
type Scene = { hours: readonly Hour[]; layers: (frame: Frame) => string[] };

const byDay: readonly Hour[] = ['morning', 'noon', 'gold'];
const late: readonly Hour[] = ['gold', 'dusk'];
const dark: readonly Hour[] = ['dusk', 'night'];

const scenes = {
  canal: {
    hours: byDay,
    layers: (f) => [
      sky(f),
      birds(f),
      gables(f, 0.62, 0.34),
      water(f, 0.638),
      put(f, canalBoat, 0.2 + f.chance.next() * 0.6, 0.82, 0.24),
      put(f, bicycle, 0.1 + f.chance.next() * 0.7, 0.622, 0.09),
    ],
  },
  canalNight: {
    hours: dark,
    layers: (f) => [
      sky(f),
      gables(f, 0.6, 0.32),
      water(f, 0.618),
      bridge(f, 0.55),
      put(f, canalBoat, 0.3 + f.chance.next() * 0.4, 0.86, 0.26),
    ],
  },
  skylineOld: {
    hours: late,
    layers: (f) => [
      sky(f),
      oldTown(f, 0.62),
      gables(f, 0.7, 0.24),
      water(f, 0.718),
      put(f, sailBoat, 0.25 + f.chance.next() * 0.5, 0.86, 0.2),
    ],
  },
  skyline: {
    hours: byDay,
    layers: (f) => [
      sky(f),
      towers(f, 0.66, 0.42, f.light.towers[0]),
      towers(f, 0.7, 0.34, f.light.towers[1]),
      water(f, 0.7),
      put(f, launch, 0.3 + f.chance.next() * 0.4, 0.86, 0.16),
    ],
  },
  skylineNight: {
    hours: dark,
    layers: (f) => [
      sky(f),
      towers(f, 0.64, 0.44, f.light.towers[0]),
      towers(f, 0.68, 0.34, f.light.towers[1]),
      water(f, 0.68),
      put(f, launch, 0.3 + f.chance.next() * 0.4, 0.86, 0.2),
    ],
  },
  harbour: {
    hours: ['morning', 'gold', 'dusk'],
    layers: (f) => [
      sky(f),
      towers(f, 0.62, 0.2, f.light.towers[0]),
      put(f, crane, 0.14, 0.64, 0.28),
      put(f, crane, 0.3, 0.64, 0.24),
      put(f, crane, 0.86, 0.64, 0.3),
      water(f, 0.64),
      put(f, freighter, 0.58, 0.7, 0.22),
      put(f, launch, 0.2 + f.chance.next() * 0.5, 0.87, 0.2),
    ],
  },
  oldTown: {
    hours: ['morning', 'noon', 'gold', 'dusk'],
    layers: (f) => [
      sky(f, 0.7),
      hills(f, 0.66, 0.12, f.light.land[0]),
      oldTown(f, 0.8),
      ground(f, 0.8),
      put(f, lampPost, 0.12, 0.93, 0.22),
      put(f, lampPost, 0.86, 0.93, 0.22),
      put(f, bicycle, 0.3 + f.chance.next() * 0.35, 0.93, 0.17),
    ],
  },
  street: {
    hours: byDay,
    layers: (f) => [
      sky(f, 0.7),
      hills(f, 0.6, 0.2, f.light.land[0]),
      oldTown(f, 0.74),
      ground(f, 0.74),
      put(f, tram, 0.28, 0.86, 0.24),
      put(f, tukTuk, 0.62 + f.chance.next() * 0.12, 0.92, 0.26),
    ],
  },
  streetNight: {
    hours: dark,
    layers: (f) => [
      sky(f, 0.7),
      towers(f, 0.7, 0.26, f.light.towers[0]),
      oldTown(f, 0.78),
      ground(f, 0.78),
      put(f, lampPost, 0.18, 0.94, 0.26),
      put(f, lampPost, 0.8, 0.94, 0.26),
      put(f, tram, 0.5, 0.92, 0.22),
    ],
  },
  windmill: {
    hours: byDay,
    layers: (f) => [
      sky(f),
      birds(f),
      hills(f, 0.64, 0.05, f.light.land[0]),
      meadow(f, 0.62, '#e5533d'),
      water(f, 0.84),
      windmill(f, f.w * 0.28, f.h * 0.68, 0.3),
      windmill(f, f.w * 0.66, f.h * 0.65, 0.2),
      put(f, bicycle, 0.46 + f.chance.next() * 0.3, 0.82, 0.14),
    ],
  },
  dunes: {
    hours: byDay,
    layers: (f) => [
      sky(f),
      water(f, 0.56),
      sand(f, 0.66, '#e7cf9c'),
      hills(f, 0.78, 0.08, f.light.land[1]),
      sand(f, 0.84, '#d9bd86'),
      birds(f),
      put(f, bicycle, 0.3 + f.chance.next() * 0.4, 0.9, 0.2),
    ],
  },
  beach: {
    hours: byDay,
    layers: (f) => [
      sky(f),
      birds(f),
      water(f, 0.52),
      sand(f, 0.84),
      put(f, surfer, 0.3 + f.chance.next() * 0.4, 0.72, 0.2),
      put(f, sailBoat, 0.8, 0.57, 0.1),
    ],
  },
  river: {
    hours: byDay,
    layers: (f) => [
      sky(f),
      hills(f, 0.6, 0.1, f.light.land[0]),
      trees(f, 0.63, 'round', 26),
      ground(f, 0.63, f.light.land[1]),
      water(f, 0.68),
      put(f, kayak, 0.25 + f.chance.next() * 0.5, 0.84, 0.22),
      put(f, kayak, 0.7, 0.73, 0.1),
    ],
  },
  castle: {
    hours: ['morning', 'noon', 'gold', 'dusk'],
    layers: (f) => [
      sky(f),
      peaks(f, 0.7, 0.42, f.light.land[0]),
      hills(f, 0.66, 0.12, f.light.land[1]),
      castle(f, 0.6),
      hills(f, 0.76, 0.14, f.light.land[1]),
      trees(f, 0.8, 'pine', 22),
      hills(f, 0.92, 0.08, f.light.land[2]),
    ],
  },
  vineyard: {
    hours: ['morning', 'noon', 'gold'],
    layers: (f) => [
      sky(f),
      hills(f, 0.56, 0.2, f.light.land[0]),
      hills(f, 0.6, 0.1, f.light.land[1]),
      trees(f, 0.61, 'round', 8),
      vines(f, 0.62),
    ],
  },
  poppies: {
    hours: ['morning', 'gold', 'dusk'],
    layers: (f) => [
      sky(f),
      hills(f, 0.6, 0.06, f.light.land[0]),
      trees(f, 0.61, 'round', 10),
      meadow(f, 0.6, '#cf2f2f'),
    ],
  },
  museum: {
    hours: ['morning', 'noon', 'dusk'],
    layers: (f) => [sky(f, 0.7), trees(f, 0.74, 'round', 12), museum(f, 0.74), ground(f, 0.81)],
  },
  coast: {
    hours: byDay,
    layers: (f) => [
      sky(f),
      birds(f),
      water(f, 0.6),
      cliffs(f, 0.68, f.light.stars ? '#3b3f66' : '#d59a5b'),
      put(f, sailBoat, 0.45 + f.chance.next() * 0.2, 0.84, 0.18),
    ],
  },
  mountains: {
    hours: byDay,
    layers: (f) => [
      sky(f),
      peaks(f, 0.68, 0.46, f.light.land[0]),
      hills(f, 0.7, 0.14, f.light.land[1]),
      trees(f, 0.78, 'pine', 30),
      hills(f, 0.9, 0.1, f.light.land[2]),
    ],
  },
  whale: {
    hours: byDay,
    layers: (f) => [
      sky(f),
      birds(f),
      hills(f, 0.56, 0.14, f.light.land[0]),
      water(f, 0.55),
      put(f, launch, 0.8, 0.66, 0.09),
      put(f, whaleTail, 0.35 + f.chance.next() * 0.25, 0.78, 0.3),
    ],
  },
  sail: {
    hours: late,
    layers: (f) => [
      sky(f),
      hills(f, 0.62, 0.16, f.light.land[0]),
      suspension(f, 0.56, '#c4452e'),
      water(f, 0.64),
      put(f, sailBoat, 0.35 + f.chance.next() * 0.3, 0.86, 0.3),
    ],
  },
  park: {
    hours: byDay,
    layers: (f) => [
      sky(f),
      towers(f, 0.6, 0.36, f.light.towers[0]),
      trees(f, 0.66, 'round', 40),
      ground(f, 0.66, f.light.land[1]),
      put(f, lampPost, 0.2, 0.84, 0.22),
      put(f, bicycle, 0.35, 0.88, 0.22),
      put(f, bicycle, 0.66, 0.9, 0.24),
    ],
  },
  fjord: {
    hours: byDay,
    layers: (f) => [
      sky(f),
      peaks(f, 0.64, 0.5, f.light.land[0]),
      hills(f, 0.66, 0.2, f.light.land[1]),
      water(f, 0.64),
      put(f, launch, 0.3 + f.chance.next() * 0.4, 0.82, 0.2),
    ],
  },
  aurora: {
    hours: ['night'],
    layers: (f) => [
      sky(f),
      aurora(f),
      peaks(f, 0.74, 0.3, f.light.land[1]),
      trees(f, 0.8, 'pine', 34),
      hills(f, 0.86, 0.06, '#dfe8f5'),
    ],
  },
  table: { hours: ['gold'], layers: (f) => [table(f)] },
  workshop: { hours: ['noon'], layers: (f) => [workshop(f)] },
  stage: { hours: ['night'], layers: (f) => [stage(f)] },
} satisfies Record<string, Scene>;

export type SceneName = keyof typeof scenes;

const ground = ({ w, h, light }: Frame, top: number, colour = light.land[2]): string =>
  rect(0, h * top, w, h * (1 - top), colour);

/** One picture of a scene as an SVG document. Another `chance` gives another place, hour and weather. */
export function drawScene(name: SceneName, width: number, height: number, chance: Random): string {
  const scene: Scene = scenes[name];
  const frame: Frame = { w: width, h: height, light: lights[chance.pick(scene.hours)], chance };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n(width)} ${n(height)}" width="${n(width)}" height="${n(height)}" preserveAspectRatio="xMidYMid slice">`,
    ...scene.layers(frame),
    '</svg>',
  ].join('');
}
