import { oneLine } from '../shared/text.ts';

/** What the mail with a personal link says. */
export type LinkFacts = {
  person: string;
  organization: string;
  url: string;
  expiresAt: Date;
  /** IANA time zone of the organization. */
  timeZone: string;
};

type Words = Omit<LinkFacts, 'expiresAt' | 'timeZone'> & { until: string };
type Letter = { subject: string; text: string };

/** The sentences in each language, with the locale of the date. */
const LETTERS: Record<string, { locale: string; write: (words: Words) => Letter }> = {
  en: {
    locale: 'en-GB',
    write: ({ person, organization, url, until }) => ({
      subject: `${organization}: the link to your jobs`,
      text: `Hello ${person},

${organization} sends you your personal link. It opens the page with your jobs:

${url}

Open it on the phone on which you want to see your jobs. The link works once, until ${until}. An earlier link does not work any more.

Do not forward this mail: whoever opens the link first sees your jobs.
`,
    }),
  },
  nl: {
    locale: 'nl-NL',
    write: ({ person, organization, url, until }) => ({
      subject: `${organization}: de link naar je opdrachten`,
      text: `Hallo ${person},

${organization} stuurt je je persoonlijke link. Hij opent de pagina met je opdrachten:

${url}

Open hem op de telefoon waarop je je opdrachten wilt zien. De link werkt één keer, tot ${until}. Een eerdere link werkt niet meer.

Deel deze mail met niemand: wie de link als eerste opent, ziet je opdrachten.
`,
    }),
  },
  de: {
    locale: 'de-DE',
    write: ({ person, organization, url, until }) => ({
      subject: `${organization}: der Link zu Ihren Einsätzen`,
      text: `Guten Tag ${person},

${organization} sendet Ihnen Ihren persönlichen Link. Er öffnet die Seite mit Ihren Einsätzen:

${url}

Öffnen Sie ihn auf dem Telefon, auf dem Sie Ihre Einsätze sehen möchten. Der Link funktioniert einmal, bis ${until}. Ein früherer Link funktioniert nicht mehr.

Leiten Sie diese E-Mail nicht weiter: Wer den Link zuerst öffnet, sieht Ihre Einsätze.
`,
    }),
  },
};

/**
 * The mail with a personal link, in the first of the languages that has a text, else in English.
 *
 * @param languages ISO 639-1 codes, the preferred one first
 */
export function linkMail(languages: readonly string[], { expiresAt, timeZone, ...facts }: LinkFacts): Letter {
  const language = languages.find((code) => Object.hasOwn(LETTERS, code)) ?? 'en';
  const { locale, write } = LETTERS[language] as (typeof LETTERS)[string];
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(expiresAt);
  const { url, person, organization } = facts;
  return write({ url, person: oneLine(person), organization: oneLine(organization), until: `${at} (${timeZone})` });
}
