/** The light of a picture: all colours that depend on the hour of the day. */
export type Light = {
  /** From the top of the sky to the horizon. */
  sky: readonly [string, string, string];
  /** Sun or moon. */
  disc: string;
  /** The height of the disc: 0 at the horizon, 1 at the top. */
  height: number;
  cloud: string;
  /** Landscape from the farthest layer to the nearest. */
  land: readonly [string, string, string];
  /** Towers of a modern city, far and near. */
  towers: readonly [string, string];
  water: readonly [string, string];
  /** Windows and lamps. */
  lamp: string;
  /** Fronts of houses. */
  walls: readonly string[];
  roof: string;
  /** Objects in front of the light. */
  ink: string;
  stars: boolean;
};

const brick = ['#a8443a', '#c9744f', '#8d5b4c', '#d9a066', '#7a4a43', '#e2c391', '#5d6b78'] as const;
const dim = ['#4a3550', '#3d3a5c', '#5a3d52', '#33415e', '#49456b', '#2f3654'] as const;
const warm = ['#c65f46', '#e08a55', '#a8506a', '#edb36a', '#8f4b63', '#d9765c'] as const;

/** The hours at which pictures are taken. */
export const lights = {
  morning: {
    sky: ['#7fb4d9', '#bcdcec', '#fbe6cf'],
    disc: '#fff3cf',
    height: 0.25,
    cloud: '#ffffff',
    land: ['#a9c3c4', '#7fa68f', '#4d7a5f'],
    towers: ['#a9bccb', '#6f8aa0'],
    water: ['#a8cfdc', '#4e8ba6'],
    lamp: '#fff2c6',
    walls: brick,
    roof: '#5b4a4a',
    ink: '#2c3e4a',
    stars: false,
  },
  noon: {
    sky: ['#2f86c9', '#6db6e6', '#d4eefa'],
    disc: '#fff8d8',
    height: 0.7,
    cloud: '#ffffff',
    land: ['#8fb7c9', '#67a06c', '#3f7a4a'],
    towers: ['#8fb7d3', '#4f7f9f'],
    water: ['#6fb7d6', '#24749c'],
    lamp: '#e6f4fb',
    walls: brick,
    roof: '#6a4238',
    ink: '#22384a',
    stars: false,
  },
  gold: {
    sky: ['#4f6fa8', '#f0a56b', '#ffe0a3'],
    disc: '#fff1b8',
    height: 0.18,
    cloud: '#ffd7ad',
    land: ['#b98a84', '#8a6b56', '#4f4b3a'],
    towers: ['#b5888f', '#6f5b78'],
    water: ['#f2b077', '#5b6f97'],
    lamp: '#ffe49a',
    walls: warm,
    roof: '#5b3340',
    ink: '#332a3a',
    stars: false,
  },
  dusk: {
    sky: ['#27305f', '#8a4f86', '#f7906b'],
    disc: '#ffc48a',
    height: 0.08,
    cloud: '#c9698a',
    land: ['#6b4a78', '#473a63', '#2a2a4a'],
    towers: ['#6b4a78', '#3f3560'],
    water: ['#c56f80', '#2d3566'],
    lamp: '#ffd27a',
    walls: dim,
    roof: '#262445',
    ink: '#1b1c36',
    stars: false,
  },
  night: {
    sky: ['#0a1330', '#16265a', '#3a4c86'],
    disc: '#f4f1dc',
    height: 0.72,
    cloud: '#2c3a6b',
    land: ['#26366a', '#1a2850', '#101a38'],
    towers: ['#26366a', '#162248'],
    water: ['#2b3f78', '#0c1733'],
    lamp: '#ffcf66',
    walls: dim,
    roof: '#151c3d',
    ink: '#0b1228',
    stars: true,
  },
} satisfies Record<string, Light>;

export type Hour = keyof typeof lights;
