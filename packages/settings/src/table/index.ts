import type { Read } from '../setting.ts';
import { accessSettings } from './access.ts';
import { answerSettings } from './answers.ts';
import { sellingSettings } from './selling.ts';
import { serverSettings } from './server.ts';
import { webhookSettings } from './webhooks.ts';

/** The one table of settings: what a program gets (`Settings`), and what the documentation lists. */
export const settingsTable = (read: Read) => ({
  ...serverSettings(read),
  ...accessSettings(read),
  ...sellingSettings(read),
  ...answerSettings(read),
  ...webhookSettings(read),
});
