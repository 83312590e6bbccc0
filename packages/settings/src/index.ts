export { openFactsPage } from './documents.ts';
export { listSettings, loadSettings, type Settings, SettingsError, type SettingViolation } from './load.ts';
export type { Mailbox, SmtpServer } from './mail-kinds.ts';
export { type OpenFact, type OpenFactId, openFacts } from './open-facts/index.ts';
export { csvColumns } from './table/answers.ts';
