import type { Random } from '../random.ts';
import { drawScene } from '../scenes/index.ts';
import type { ProductPlan } from './plan.ts';
import { imageCount } from './product.ts';

/** The pictures of a product as records of the import form: banner, thumbnail and images, all of one scene. */
export function productMedia(plan: ProductPlan, random: Random) {
  const images = imageCount(random.fork(plan.key));
  const picture = (name: string, width: number, height: number) => ({
    key: `${plan.key}-${name}`,
    filename: `${plan.key}-${name}.svg`,
    contentType: 'image/svg+xml',
    text: drawScene(plan.scene, width, height, random.fork(`${plan.key}-${name}`)),
  });
  return [
    picture('banner', 1600, 640),
    picture('thumbnail', 480, 360),
    ...Array.from({ length: images }, (_, index) => picture(`${index + 1}`, 1200, 800)),
  ];
}
