import { setupI18n } from '@lingui/core';

/** The texts of the code, which are English, without a catalogue: for tests of functions that build texts. */
export const english = setupI18n({ locale: 'en', messages: { en: {} } });
