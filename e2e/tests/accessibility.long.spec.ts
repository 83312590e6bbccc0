import { testEveryPage } from './every-page.ts';
import { testWebhookPages } from './webhook-pages.ts';

for (const [colorScheme, width] of [
  ['dark', 1280],
  ['dark', 375],
  ['light', 375],
] as const) {
  testEveryPage(colorScheme, width);
  testWebhookPages(colorScheme, width);
}
