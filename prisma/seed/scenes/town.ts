import { circle, ellipse, type Frame, line, n, path, polygon, rect, times } from './svg.ts';

/** Canal houses side by side on a quay. */
export function gables(frame: Frame, base: number, rise: number): string {
  const { w, h, light, chance } = frame;
  const parts: string[] = [];
  for (let x = -w * 0.02; x < w; ) {
    const width = w * (0.052 + chance.next() * 0.028);
    const height = h * rise * (0.72 + chance.next() * 0.28);
    parts.push(house(frame, x, h * base, width, height));
    x += width;
  }
  parts.push(rect(0, h * base, w, h * 0.018, light.ink));
  return parts.join('');
}

function house({ light, chance }: Frame, x: number, foot: number, width: number, height: number): string {
  const wall = chance.pick(light.walls);
  const top = foot - height;
  const gable = width * 0.6;
  const shape = chance.pick(['step', 'bell', 'point'] as const);
  const roofs = {
    step: `M${n(x)} ${n(top)}h${n(width * 0.18)}v${n(-gable * 0.4)}h${n(width * 0.18)}v${n(-gable * 0.4)}h${n(width * 0.28)}v${n(gable * 0.4)}h${n(width * 0.18)}v${n(gable * 0.4)}h${n(width * 0.18)}z`,
    bell: `M${n(x)} ${n(top)}q${n(width * 0.2)} 0 ${n(width * 0.24)} ${n(-gable * 0.55)}q${n(width * 0.26)} ${n(-gable * 0.75)} ${n(width * 0.52)} 0q${n(width * 0.04)} ${n(gable * 0.55)} ${n(width * 0.24)} ${n(gable * 0.55)}z`,
    point: `M${n(x)} ${n(top)}l${n(width / 2)} ${n(-gable)}l${n(width / 2)} ${n(gable)}z`,
  };
  const floors = Math.max(3, Math.round(height / (width * 0.62)));
  const window = { width: width * 0.17, height: (height / floors) * 0.5 };
  return [
    path(roofs[shape], wall),
    rect(x, top - 1, width, height + 1, wall),
    rect(x, top, width * 0.04, height, light.ink, { opacity: 0.2 }),
    times(floors * 3, (index) => {
      const left = x + width * (0.14 + (index % 3) * 0.275);
      const level = top + (height / floors) * (Math.floor(index / 3) + 0.24);
      const lit = chance.chance(light.stars ? 0.55 : 0.3);
      return rect(left, level, window.width, window.height, lit ? light.lamp : light.ink, {
        opacity: lit ? 0.95 : 0.5,
      });
    }),
    rect(x + width * 0.4, foot - width * 0.34, width * 0.2, width * 0.34, light.ink),
  ].join('');
}

/** Office towers; with `crown` one of them is much higher. */
export function towers({ w, h, light, chance }: Frame, base: number, rise: number, colour: string): string {
  const parts: string[] = [];
  for (let x = -w * 0.01; x < w; ) {
    const width = w * (0.035 + chance.next() * 0.045);
    const height = h * rise * (0.3 + chance.next() * chance.next() * 0.7 + (chance.chance(0.12) ? 0.25 : 0));
    const top = h * base - height;
    parts.push(
      rect(x, top, width, height, colour),
      rect(x + width * 0.72, top, width * 0.28, height, light.ink, { opacity: 0.16 }),
    );
    if (chance.chance(0.3)) parts.push(line(`M${n(x + width / 2)} ${n(top)}v${n(-h * 0.05)}`, colour, 3));
    const rows = Math.floor(height / (h * 0.026));
    for (let row = 1; row < rows; row++) {
      for (let column = 0; column < 4; column++) {
        if (!chance.chance(light.stars ? 0.5 : 0.28)) continue;
        parts.push(
          rect(x + width * (0.12 + column * 0.21), top + row * h * 0.026, width * 0.12, h * 0.011, light.lamp, {
            opacity: 0.8,
          }),
        );
      }
    }
    x += width + w * 0.004;
  }
  return parts.join('');
}

/** An old town: pitched roofs and a church with its spire. */
export function oldTown(frame: Frame, base: number): string {
  const { w, h, light, chance } = frame;
  const church = w * (0.25 + chance.next() * 0.5);
  const parts = [spire(frame, church, h * base, h * 0.44), spire(frame, church + w * 0.052, h * base, h * 0.38)];
  for (let x = -w * 0.03; x < w; ) {
    const width = w * (0.07 + chance.next() * 0.06);
    const height = h * (0.1 + chance.next() * 0.12);
    const top = h * base - height;
    const wall = chance.pick(light.walls);
    parts.push(
      polygon(
        [
          [x - 4, top],
          [x + width * 0.5, top - width * 0.42],
          [x + width + 4, top],
        ],
        light.roof,
      ),
      rect(x, top, width, height, wall),
      times(6, (index) => {
        const lit = chance.chance(light.stars ? 0.6 : 0.35);
        return rect(
          x + width * (0.14 + (index % 3) * 0.27),
          top + height * (index < 3 ? 0.18 : 0.58),
          width * 0.14,
          height * 0.2,
          lit ? light.lamp : light.ink,
          { opacity: lit ? 0.95 : 0.5 },
        );
      }),
    );
    x += width;
  }
  return parts.join('');
}

function spire({ light }: Frame, x: number, foot: number, height: number): string {
  const width = height * 0.13;
  return [
    rect(x - width / 2, foot - height * 0.62, width, height * 0.62, light.walls[2] ?? light.ink),
    polygon(
      [
        [x - width * 0.62, foot - height * 0.62],
        [x, foot - height],
        [x + width * 0.62, foot - height * 0.62],
      ],
      light.roof,
    ),
    circle(x, foot - height * 0.5, width * 0.22, light.lamp),
    rect(x - width * 0.09, foot - height * 0.34, width * 0.18, height * 0.14, light.ink, { opacity: 0.6 }),
  ].join('');
}

/** A castle on a height. */
export function castle({ w, h, light, chance }: Frame, base: number): string {
  const x = w * (0.34 + chance.next() * 0.3);
  const unit = h * 0.05;
  const wall = light.stars ? '#3d4a7a' : '#e9e0d2';
  const keep = (dx: number, width: number, height: number) => {
    const left = x + dx * unit;
    const top = h * base - height * unit;
    return [
      rect(left, top, width * unit, height * unit, wall),
      rect(left + width * unit * 0.7, top, width * unit * 0.3, height * unit, light.ink, { opacity: 0.14 }),
      polygon(
        [
          [left - unit * 0.16, top],
          [left + (width * unit) / 2, top - unit * (1.1 + width * 0.5)],
          [left + width * unit + unit * 0.16, top],
        ],
        light.roof,
      ),
      times(Math.max(1, height - 2), (index) =>
        rect(
          left + width * unit * 0.38,
          top + unit * (0.7 + index),
          width * unit * 0.24,
          unit * 0.45,
          index % 2 ? light.ink : light.lamp,
        ),
      ),
    ].join('');
  };
  return (
    keep(2.2, 1, 6) +
    keep(-2.4, 1.1, 5) +
    keep(-1.2, 3.4, 3) +
    keep(0.2, 1.2, 4.4) +
    keep(3, 1.4, 3.4) +
    keep(-3.2, 0.9, 3)
  );
}

/** A bridge of arches over the water. */
export function bridge({ w, h, light }: Frame, level: number, arches = 3): string {
  const y = h * level;
  const span = w / arches;
  const opening = times(arches, (index) => {
    const x = index * span + span * 0.14;
    return `M${n(x)} ${n(y + h * 0.12)}v${n(-h * 0.03)}a${n(span * 0.36)} ${n(h * 0.07)} 0 0 1 ${n(span * 0.72)} 0v${n(h * 0.03)}z`;
  });
  return [
    path(`M0 ${n(y)}Q${n(w / 2)} ${n(y - h * 0.035)} ${n(w)} ${n(y)}V${n(y + h * 0.12)}H0z${opening}`, light.roof, {
      'fill-rule': 'evenodd',
    }),
    line(`M0 ${n(y)}Q${n(w / 2)} ${n(y - h * 0.035)} ${n(w)} ${n(y)}`, light.ink, 6),
    times(9, (index) => circle((w * (index + 0.5)) / 9, y - h * 0.03, h * 0.006, light.lamp)),
  ].join('');
}

/** A suspension bridge between two pylons. */
export function suspension({ w, h }: Frame, level: number, colour: string): string {
  const y = h * level;
  const top = y - h * 0.3;
  const [a, b] = [w * 0.27, w * 0.73];
  return [
    line(
      `M0 ${n(y - h * 0.05)}Q${n(a * 0.6)} ${n(y - h * 0.08)} ${n(a)} ${n(top)}Q${n(w / 2)} ${n(y + h * 0.06)} ${n(b)} ${n(top)}Q${n(w - a * 0.6)} ${n(y - h * 0.08)} ${n(w)} ${n(y - h * 0.05)}`,
      colour,
      4,
    ),
    times(25, (index) => line(`M${n((w * index) / 24)} ${n(y)}v${n(-h * 0.035)}`, colour, 1.5)),
    rect(0, y, w, h * 0.014, colour),
    ...[a, b].map(
      (x) =>
        rect(x - w * 0.011, top - h * 0.02, w * 0.006, h * 0.4, colour) +
        rect(x + w * 0.005, top - h * 0.02, w * 0.006, h * 0.4, colour) +
        times(4, (index) => rect(x - w * 0.011, top + index * h * 0.085, w * 0.022, h * 0.012, colour)),
    ),
  ].join('');
}

/** A museum front: steps, columns, pediment. */
export function museum({ w, h, light }: Frame, base: number): string {
  const [left, width] = [w * 0.18, w * 0.64];
  const [foot, top] = [h * base, h * (base - 0.34)];
  const stone = light.stars ? '#56639a' : '#eee6d6';
  const shade = light.stars ? '#3a4678' : '#cfc3ad';
  return [
    polygon(
      [
        [left - w * 0.03, top],
        [left + width / 2, top - h * 0.15],
        [left + width + w * 0.03, top],
      ],
      stone,
    ),
    polygon(
      [
        [left + w * 0.04, top - h * 0.015],
        [left + width / 2, top - h * 0.115],
        [left + width - w * 0.04, top - h * 0.015],
      ],
      shade,
    ),
    rect(left - w * 0.02, top, width + w * 0.04, h * 0.035, stone),
    rect(left, top + h * 0.035, width, h * 0.305, shade),
    rect(left + width * 0.44, foot - h * 0.18, width * 0.12, h * 0.18, light.lamp),
    times(8, (index) => rect(left + width * (0.01 + index * 0.1314), top + h * 0.035, width * 0.06, h * 0.305, stone)),
    times(4, (index) =>
      rect(
        left - w * 0.02 * (index + 1),
        foot + index * h * 0.018,
        width + w * 0.04 * (index + 1),
        h * 0.018,
        index % 2 ? shade : stone,
      ),
    ),
  ].join('');
}

/** A windmill; `size` is a share of the height. */
export function windmill({ h, light, chance }: Frame, x: number, foot: number, size: number): string {
  const unit = h * size;
  const hub = foot - unit * 1.02;
  const turn = chance.int(8, 80);
  const sails = times(4, (index) => {
    const lattice = times(5, (step) => line(`M0 ${n(-unit * (0.2 + step * 0.12))}h${n(unit * 0.11)}`, light.ink, 1.5));
    return `<g transform="rotate(${turn + index * 90})">${line(`M0 0V${n(-unit * 0.76)}`, light.ink, 4)}${rect(0, -unit * 0.74, unit * 0.11, unit * 0.56, light.cloud, { opacity: 0.75 })}${lattice}</g>`;
  });
  return [
    polygon(
      [
        [x - unit * 0.27, foot],
        [x - unit * 0.15, foot - unit * 0.95],
        [x + unit * 0.15, foot - unit * 0.95],
        [x + unit * 0.27, foot],
      ],
      '#3f6b52',
    ),
    polygon(
      [
        [x + unit * 0.02, foot],
        [x + unit * 0.02, foot - unit * 0.95],
        [x + unit * 0.15, foot - unit * 0.95],
        [x + unit * 0.27, foot],
      ],
      light.ink,
      { opacity: 0.16 },
    ),
    ellipse(x, foot - unit * 0.96, unit * 0.18, unit * 0.11, light.roof),
    rect(x - unit * 0.34, foot - unit * 0.36, unit * 0.68, unit * 0.03, light.ink),
    rect(x - unit * 0.06, foot - unit * 0.22, unit * 0.12, unit * 0.22, light.ink),
    rect(x - unit * 0.05, foot - unit * 0.66, unit * 0.1, unit * 0.12, light.lamp),
    `<g transform="translate(${n(x)} ${n(hub)})">${sails}${circle(0, 0, unit * 0.04, light.ink)}</g>`,
  ].join('');
}
