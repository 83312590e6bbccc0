import type { Text } from '../text.ts';

/** What guests must know before coming. */
export const knowBefore = {
  early: [
    'Please be there 15 minutes before the start.',
    'Wees 15 minuten voor aanvang aanwezig.',
    'Bitte seien Sie 15 Minuten vor Beginn da.',
  ],
  rain: [
    'It takes place in all weathers; ponchos are provided.',
    "Het gaat door bij elk weer; poncho's zijn aanwezig.",
    'Findet bei jedem Wetter statt; Ponchos sind vorhanden.',
  ],
  weather: [
    'In a storm the skipper may cancel; you then get another day or your money back.',
    'Bij storm kan de schipper annuleren; u krijgt dan een andere dag of uw geld terug.',
    'Bei Sturm kann der Skipper absagen; Sie erhalten dann einen Ersatztermin oder Ihr Geld zurück.',
  ],
  wheelchair: [
    'Accessible for wheelchairs; tell us when booking.',
    'Toegankelijk voor rolstoelen; meld het bij het boeken.',
    'Barrierefrei für Rollstühle; bitte bei der Buchung angeben.',
  ],
  stairs: [
    'There are steep stairs; not suited to wheelchairs or prams.',
    'Er zijn steile trappen; niet geschikt voor rolstoelen of kinderwagens.',
    'Es gibt steile Treppen; nicht für Rollstühle oder Kinderwagen geeignet.',
  ],
  adults: [
    'Guests must be 18 or older and may be asked for identification.',
    'Gasten moeten 18 jaar of ouder zijn; er kan om legitimatie worden gevraagd.',
    'Gäste müssen mindestens 18 Jahre alt sein; ein Ausweis kann verlangt werden.',
  ],
  swim: [
    'Everyone must be able to swim; life jackets are provided.',
    'Iedereen moet kunnen zwemmen; zwemvesten zijn aanwezig.',
    'Alle müssen schwimmen können; Schwimmwesten werden gestellt.',
  ],
  allergies: [
    'Let us know of allergies at least a day ahead.',
    'Geef allergieën minstens een dag van tevoren door.',
    'Allergien bitte mindestens einen Tag vorher mitteilen.',
  ],
  mobile: [
    'A ticket on your phone is enough.',
    'Een ticket op uw telefoon is voldoende.',
    'Ein Ticket auf dem Handy genügt.',
  ],
  bags: [
    'Large bags cannot be taken inside; lockers are free.',
    'Grote tassen mogen niet mee naar binnen; kluisjes zijn gratis.',
    'Große Taschen sind drinnen nicht erlaubt; Schließfächer sind kostenlos.',
  ],
  fit: [
    'A normal fitness is needed; the pace is easy.',
    'Een normale conditie is nodig; het tempo is rustig.',
    'Normale Kondition ist nötig; das Tempo ist gemütlich.',
  ],
  licence: [
    'The driver needs a licence for cars, held for at least a year.',
    'De bestuurder heeft minstens een jaar een autorijbewijs.',
    'Der Fahrer braucht seit mindestens einem Jahr einen Pkw-Führerschein.',
  ],
  deposit: [
    'A deposit of 50 euros per item is taken on arrival and returned at the end.',
    'Bij aankomst wordt 50 euro borg per stuk gevraagd, die u na afloop terugkrijgt.',
    'Bei Ankunft werden 50 Euro Kaution pro Stück fällig, die Sie am Ende zurückbekommen.',
  ],
  activate: [
    'The pass starts with its first use.',
    'De pas gaat in bij het eerste gebruik.',
    'Der Pass gilt ab der ersten Nutzung.',
  ],
} satisfies Record<string, Text>;

/** What guests should bring. */
export const bring = {
  shoes: ['Comfortable shoes', 'Comfortabele schoenen', 'Bequeme Schuhe'],
  jacket: ['A warm, windproof jacket', 'Een warme, winddichte jas', 'Eine warme, winddichte Jacke'],
  sun: ['Sunscreen and a hat', 'Zonnebrandcrème en een hoed', 'Sonnencreme und Hut'],
  water: ['A bottle of water', 'Een fles water', 'Eine Flasche Wasser'],
  passport: ['Passport or identity card', 'Paspoort of identiteitskaart', 'Reisepass oder Personalausweis'],
  camera: ['Your camera', 'Uw camera', 'Ihre Kamera'],
  towel: ['Swimwear and a towel', 'Zwemkleding en een handdoek', 'Badesachen und ein Handtuch'],
  appetite: ['A good appetite', 'Trek', 'Guten Appetit'],
  nothing: ['Nothing: everything is there', 'Niets: alles is aanwezig', 'Nichts: alles ist vorhanden'],
  phone: ['Your phone with the ticket', 'Uw telefoon met het ticket', 'Ihr Handy mit dem Ticket'],
  boots: ['Hiking boots', 'Wandelschoenen', 'Wanderschuhe'],
} satisfies Record<string, Text>;

/** Opening hours, as texts of service levels. */
export const hours = {
  daily9to6: ['Daily 09:00 – 18:00', 'Dagelijks 09:00 – 18:00', 'Täglich 09:00 – 18:00 Uhr'],
  daily10to5: ['Daily 10:00 – 17:00', 'Dagelijks 10:00 – 17:00', 'Täglich 10:00 – 17:00 Uhr'],
  daily8to8: ['Daily 08:00 – 20:00', 'Dagelijks 08:00 – 20:00', 'Täglich 08:00 – 20:00 Uhr'],
  closedMonday: [
    'Tuesday to Sunday 10:00 – 18:00, closed on Mondays',
    'Dinsdag t/m zondag 10:00 – 18:00, maandag gesloten',
    'Dienstag bis Sonntag 10:00 – 18:00 Uhr, montags geschlossen',
  ],
  always: ['Around the clock', 'Dag en nacht', 'Rund um die Uhr'],
} satisfies Record<string, Text>;

/** Titles and texts of tickets. */
export const ticketTexts = {
  meeting: {
    title: ['Your ticket', 'Uw ticket', 'Ihr Ticket'],
    message: [
      'Show this ticket to your guide at the meeting point. Please be there 15 minutes before the start.',
      'Laat dit ticket zien aan uw gids op het ontmoetingspunt. Wees 15 minuten voor aanvang aanwezig.',
      'Zeigen Sie dieses Ticket Ihrem Guide am Treffpunkt. Bitte seien Sie 15 Minuten vor Beginn da.',
    ],
  },
  boarding: {
    title: ['Boarding pass', 'Instapkaart', 'Bordkarte'],
    message: [
      'Go straight to the pier: no need to queue at the counter. Boarding ends five minutes before departure.',
      'Loop direct door naar de steiger: u hoeft niet langs de kassa. Instappen kan tot vijf minuten voor vertrek.',
      'Gehen Sie direkt zum Anleger: kein Anstehen an der Kasse. Das Boarding endet fünf Minuten vor Abfahrt.',
    ],
  },
  entry: {
    title: ['Entry ticket', 'Toegangsbewijs', 'Eintrittskarte'],
    message: [
      'The code is scanned at the entrance. Valid once, on the day that is printed on it.',
      'De code wordt bij de ingang gescand. Eenmaal geldig, op de vermelde dag.',
      'Der Code wird am Eingang gescannt. Einmal gültig, am aufgedruckten Tag.',
    ],
  },
  pass: {
    title: ['Your pass', 'Uw pas', 'Ihr Pass'],
    message: [
      'Show the code at every attraction. The pass starts with its first use.',
      'Toon de code bij elke bezienswaardigheid. De pas gaat in bij het eerste gebruik.',
      'Zeigen Sie den Code an jeder Attraktion. Der Pass gilt ab der ersten Nutzung.',
    ],
  },
  voucher: {
    title: ['Voucher', 'Voucher', 'Gutschein'],
    message: [
      'Hand in this voucher at the desk; one voucher for the whole party.',
      'Lever deze voucher in bij de balie; één voucher voor het hele gezelschap.',
      'Geben Sie diesen Gutschein am Schalter ab; ein Gutschein für die ganze Gruppe.',
    ],
  },
} satisfies Record<string, { title: Text; message: Text }>;
