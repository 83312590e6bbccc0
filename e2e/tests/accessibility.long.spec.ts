import { testEveryPage } from './every-page.ts';
import { testWebhookPages } from './webhook-pages.ts';

testEveryPage('dark');
testWebhookPages('dark');
