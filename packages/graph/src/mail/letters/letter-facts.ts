/** A mail as it is read. */
export type Letter = { subject: string; text: string };

/** What each letter needs to say. Instants are formatted for the language; the other values are texts of one line. */
export type LetterFacts = {
  /** The personal link to the page of the crew. */
  crewLink: { person: string; organization: string; url: string; until: Date };
  /** The link to set the password of a new account. */
  invitation: { person: string; organization: string; username: string; url: string; until: Date };
  /** The link to set a password, after an administrator has reset it. */
  passwordReset: { person: string; username: string; url: string; until: Date };
  /** The link that the person requested at the login page. */
  passwordRequest: { person: string; username: string; url: string; until: Date };
  /** `receiver` is the host of the endpoint, because the rest of its address may hold secrets. */
  endpointFailing: { person: string; organization: string; receiver: string; url: string; since: Date; days: string };
  /** `days` is empty where the receiver answered 410 Gone. */
  endpointDisabled: { person: string; organization: string; receiver: string; url: string; days: string };
};

export type LetterPurpose = keyof LetterFacts;

/** The facts as the sentences have them. */
export type Words<P extends LetterPurpose> = { [F in keyof LetterFacts[P]]: string };

/** The letters of a language. */
export type Letters = { locale: string; write: { [P in LetterPurpose]: (words: Words<P>) => Letter } };
