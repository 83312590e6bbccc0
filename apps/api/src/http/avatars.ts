import type { FastifyInstance } from 'fastify';
import { HttpError } from 'graphql-rest-router';

const HUES = 24;

/**
 * The outline of a person on a background colour that depends only on the id, so it reveals nothing about the person.
 */
export function avatar(id: number): string {
  const hue = ((id * 137) % HUES) * (360 / HUES);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-label="Avatar">
<rect width="96" height="96" fill="hsl(${hue} 45% 82%)"/>
<g fill="hsl(${hue} 35% 38%)"><circle cx="48" cy="37" r="17"/><path d="M14 96c2-24 17-36 34-36s32 12 34 36z"/></g>
</svg>`;
}

/** `/avatars/{id}.svg`: a picture for users without a photo. */
export function publishAvatars(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/avatars/:file', async ({ params }, reply) => {
    const [, digits] = /^([1-9]\d{0,15})\.svg$/.exec(params.file) ?? [];
    if (digits === undefined) throw new HttpError(404, 'Not found.');
    return reply
      .headers({
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'",
        // The console and pages of other sites show it.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(avatar(Number(digits)));
  });
}
