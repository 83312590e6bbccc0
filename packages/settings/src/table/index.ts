import type { Read } from '../setting.ts';
import { accessSettings } from './access.ts';
import { answerSettings } from './answers.ts';
import { backupSettings } from './backup.ts';
import { crewSettings } from './crew.ts';
import { dispatchSettings } from './dispatch.ts';
import { mailSettings } from './mail.ts';
import { sellingSettings } from './selling.ts';
import { serverSettings } from './server.ts';
import { signInSettings } from './sign-in.ts';
import { traceSettings } from './traces.ts';
import { webhookSettings } from './webhooks.ts';

/** The table of all settings: the source of `Settings` and of the documentation. */
export const settingsTable = (read: Read) => ({
  ...serverSettings(read),
  ...backupSettings(read),
  ...accessSettings(read),
  ...signInSettings(read),
  ...sellingSettings(read),
  ...dispatchSettings(read),
  ...crewSettings(read),
  ...mailSettings(read),
  ...answerSettings(read),
  ...webhookSettings(read),
  ...traceSettings(read),
});
