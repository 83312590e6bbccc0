import { graphql } from '#lib/graphql.ts';
import type { Language } from '#lib/locale.ts';
import { send } from '#lib/send.ts';

const ChooseLanguageMutation = graphql(`
  mutation ChooseLanguage($language: String) {
    chooseLanguage(language: $language) {
      viewer {
        id: databaseId
        language
      }
    }
  }
`);

/** Saves the language in which the user reads the console; null: as the browser asks. */
export const chooseLanguage = (language: Language | null) => send(ChooseLanguageMutation, { language });
