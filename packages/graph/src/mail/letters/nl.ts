import type { Letters } from './letter-facts.ts';

/** The letters in Dutch. */
export const nl: Letters = {
  locale: 'nl-NL',
  write: {
    crewLink: ({ person, organization, url, until }) => ({
      subject: `${organization}: de link naar je opdrachten`,
      text: `Hallo ${person},

${organization} stuurt je je persoonlijke link. Hij opent de pagina met je opdrachten:

${url}

Open hem op de telefoon waarop je je opdrachten wilt zien. De link werkt één keer, tot ${until}. Een eerdere link werkt niet meer.

Deel deze mail met niemand: wie de link als eerste opent, ziet je opdrachten.
`,
    }),
    invitation: ({ person, organization, username, url, until }) => ({
      subject: `${organization}: je account`,
      text: `Hallo ${person},

${organization} heeft een account voor je aangemaakt. Je gebruikersnaam is ${username}. Kies hier een wachtwoord:

${url}

De link werkt één keer, tot ${until}. Is hij verlopen, vraag dan een nieuwe aan op de inlogpagina of bij een beheerder van ${organization}.

Deel deze mail met niemand: wie de link opent, kan het wachtwoord instellen.
`,
    }),
    passwordReset: ({ person, username, url, until }) => ({
      subject: 'Stel een nieuw wachtwoord in',
      text: `Hallo ${person},

Een beheerder heeft het wachtwoord van je account ${username} gereset. Het vorige wachtwoord werkt niet meer. Kies hier een nieuw wachtwoord:

${url}

De link werkt één keer, tot ${until}. Een eerdere link werkt niet meer.

Deel deze mail met niemand: wie de link opent, kan het wachtwoord instellen.
`,
    }),
    passwordRequest: ({ person, username, url, until }) => ({
      subject: 'Stel een nieuw wachtwoord in',
      text: `Hallo ${person},

Iemand heeft op de inlogpagina een nieuw wachtwoord aangevraagd voor je account ${username}. Was jij dat, kies het dan hier:

${url}

De link werkt één keer, tot ${until}. Een eerdere link werkt niet meer. Met het nieuwe wachtwoord word je overal uitgelogd.

Was jij het niet, negeer deze mail dan: je wachtwoord is niet veranderd. Deel deze mail met niemand: wie de link opent, kan het wachtwoord instellen.
`,
    }),
    endpointFailing: ({ person, organization, receiver, url, since, days }) => ({
      subject: `${organization}: webhooks naar ${receiver} mislukken`,
      text: `Hallo ${person},

Sinds ${since} is elke poging mislukt om webhooks van ${organization} af te leveren bij ${receiver}. De pogingen en de antwoorden van de ontvanger staan hier:

${url}

De pogingen worden voortgezet. Mislukken ze in totaal ${days} dagen lang allemaal, dan wordt het endpoint uitgeschakeld.
`,
    }),
    endpointDisabled: ({ person, organization, receiver, url, days }) => ({
      subject: `${organization}: webhooks naar ${receiver} zijn uitgeschakeld`,
      text: `Hallo ${person},

Het webhook-endpoint van ${organization} bij ${receiver} is uitgeschakeld, omdat ${days ? `elke poging ${days} dagen lang is mislukt` : 'het 410 Gone antwoordde'}. Er wordt niets meer naartoe gestuurd.

Schakel het endpoint weer in zodra de ontvanger werkt, en herhaal wat hij heeft gemist:

${url}
`,
    }),
  },
};
