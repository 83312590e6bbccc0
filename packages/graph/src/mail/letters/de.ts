import type { Letters } from './letter-facts.ts';

/** The letters in German. */
export const de: Letters = {
  locale: 'de-DE',
  write: {
    crewLink: ({ person, organization, url, until }) => ({
      subject: `${organization}: der Link zu Ihren Einsätzen`,
      text: `Guten Tag ${person},

${organization} sendet Ihnen Ihren persönlichen Link. Er öffnet die Seite mit Ihren Einsätzen:

${url}

Öffnen Sie ihn auf dem Telefon, auf dem Sie Ihre Einsätze sehen möchten. Der Link funktioniert einmal, bis ${until}. Ein früherer Link funktioniert nicht mehr.

Leiten Sie diese E-Mail nicht weiter: Wer den Link zuerst öffnet, sieht Ihre Einsätze.
`,
    }),
    invitation: ({ person, organization, username, url, until }) => ({
      subject: `${organization}: Ihr Konto`,
      text: `Guten Tag ${person},

${organization} hat ein Konto für Sie angelegt. Ihr Benutzername ist ${username}. Wählen Sie hier ein Passwort:

${url}

Der Link funktioniert einmal, bis ${until}. Ist er abgelaufen, fordern Sie auf der Anmeldeseite oder bei einem Administrator von ${organization} einen neuen an.

Leiten Sie diese E-Mail nicht weiter: Wer den Link öffnet, kann das Passwort setzen.
`,
    }),
    passwordReset: ({ person, username, url, until }) => ({
      subject: 'Neues Passwort setzen',
      text: `Guten Tag ${person},

ein Administrator hat das Passwort Ihres Kontos ${username} zurückgesetzt. Das bisherige Passwort funktioniert nicht mehr. Wählen Sie hier ein neues:

${url}

Der Link funktioniert einmal, bis ${until}. Ein früherer Link funktioniert nicht mehr.

Leiten Sie diese E-Mail nicht weiter: Wer den Link öffnet, kann das Passwort setzen.
`,
    }),
    passwordRequest: ({ person, username, url, until }) => ({
      subject: 'Neues Passwort setzen',
      text: `Guten Tag ${person},

auf der Anmeldeseite wurde ein neues Passwort für Ihr Konto ${username} angefordert. Waren Sie es, wählen Sie es hier:

${url}

Der Link funktioniert einmal, bis ${until}. Ein früherer Link funktioniert nicht mehr. Mit dem neuen Passwort werden Sie überall abgemeldet.

Waren Sie es nicht, ignorieren Sie diese E-Mail: Ihr Passwort ist unverändert. Leiten Sie sie nicht weiter: Wer den Link öffnet, kann das Passwort setzen.
`,
    }),
    endpointFailing: ({ person, organization, receiver, url, since, days }) => ({
      subject: `${organization}: Webhooks an ${receiver} schlagen fehl`,
      text: `Guten Tag ${person},

seit ${since} ist jeder Versuch fehlgeschlagen, Webhooks von ${organization} an ${receiver} zuzustellen. Die Versuche und die Antworten des Empfängers finden Sie hier:

${url}

Die Versuche gehen weiter. Schlagen sie insgesamt ${days} Tage lang alle fehl, wird der Endpunkt abgeschaltet.
`,
    }),
    endpointDisabled: ({ person, organization, receiver, url, days }) => ({
      subject: `${organization}: Webhooks an ${receiver} sind abgeschaltet`,
      text: `Guten Tag ${person},

der Webhook-Endpunkt von ${organization} bei ${receiver} wurde abgeschaltet, weil ${days ? `${days} Tage lang jeder Versuch fehlschlug` : 'er mit 410 Gone geantwortet hat'}. Es wird nichts mehr an ihn gesendet.

Schalten Sie den Endpunkt wieder ein, sobald der Empfänger funktioniert, und wiederholen Sie, was er verpasst hat:

${url}
`,
    }),
  },
};
