import type { Random } from '../random.ts';

type Nation = {
  weight: number;
  dial: string;
  /** Local numbers; `#` is a digit. If a country reserves numbers for fiction, these are used. */
  phone: string;
  women: readonly string[];
  men: readonly string[];
  families: readonly string[];
};

const words = (text: string): string[] => text.split(' ').map((word) => word.replaceAll('_', ' '));

const nation = (weight: number, dial: string, phone: string, women: string, men: string, families: string): Nation => ({
  weight,
  dial,
  phone,
  women: words(women),
  men: words(men),
  families: words(families),
});

const nations: readonly Nation[] = [
  nation(
    9,
    '+44',
    '7700 900###',
    'Olivia Amelia Charlotte Isla Freya Harriet Eleanor Imogen',
    'Oliver George Harry Alfie Callum Rhys Edward Hamish',
    'Whitaker Hughes Bennett Campbell Fletcher Osborne Pritchard Sinclair Holloway',
  ),
  nation(
    10,
    '+1',
    '(415) 555-01##',
    'Emma Madison Abigail Grace Hannah Naomi Chloe Savannah',
    'Liam Ethan Jackson Caleb Wyatt Marcus Andre Tyler',
    'Anderson Brooks Coleman Delgado Harrington Mitchell Reyes Sullivan Washington',
  ),
  nation(
    9,
    '+49',
    '176 040690##',
    'Lena Hannah Leonie Franziska Katharina Ulrike Sabine Merle',
    'Lukas Jonas Felix Maximilian Stefan Jürgen Matthias Til',
    'Schneider Hoffmann Krüger Vogel Lindner Böhm Baumgartner Petersen Seidel',
  ),
  nation(
    9,
    '+31',
    '6 0000 ####',
    'Sophie Fenna Noor Anouk Marijke Tess Evi Lieke',
    'Daan Sem Bram Thijs Ruben Jeroen Pieter Willem',
    'de_Vries Jansen van_den_Berg Visser Smit Mulder van_Leeuwen Hoekstra Kuipers',
  ),
  nation(
    6,
    '+33',
    '6 39 98 ## ##',
    'Camille Manon Chloé Élodie Inès Margaux Solène',
    'Louis Hugo Théo Antoine Baptiste Mathieu Guillaume',
    'Moreau Lefèvre Girard Rousseau Chevalier Marchand Bonnet',
  ),
  nation(
    5,
    '+32',
    '460 00 ## ##',
    'Elke Lies Nele Charlotte Amélie Sarah',
    'Wout Jef Seppe Maxime Arnaud Koen',
    'Peeters Claes Wouters Dubois Lambert Maes Verhaeghe',
  ),
  nation(
    5,
    '+34',
    '600 000 ###',
    'Lucía Paula Carmen Alba Marta Elena',
    'Hugo Pablo Álvaro Javier Sergio Diego',
    'García_Ruiz Fernández López_Vidal Ortega Navarro Castillo',
  ),
  nation(
    5,
    '+39',
    '320 000 ####',
    'Giulia Chiara Martina Francesca Alessia Elisa',
    'Lorenzo Matteo Alessandro Davide Simone Riccardo',
    'Rossi Bianchi Colombo Ferrari Gallo Marchetti',
  ),
  nation(
    4,
    '+46',
    '70 174 06 ##',
    'Elsa Astrid Maja Linnea Ebba',
    'Erik Oskar Nils Axel Viktor',
    'Lindqvist Bergström Nyström Sandberg Åkesson',
  ),
  nation(
    4,
    '+61',
    '491 570 1##',
    'Matilda Ruby Zoe Georgia Lara',
    'Jack Cooper Lachlan Angus Toby',
    'Nguyen Mackenzie Doyle Carmody Hargreaves',
  ),
  nation(
    3,
    '+48',
    '500 000 ###',
    'Zuzanna Agnieszka Katarzyna Magda',
    'Jakub Piotr Michał Wojciech',
    'Nowak Wiśniewska Kamiński Zając',
  ),
  nation(
    3,
    '+351',
    '900 000 ###',
    'Inês Leonor Mafalda Carolina',
    'Tiago Gonçalo Rodrigo Duarte',
    'Ferreira Almeida Pacheco Teixeira',
  ),
  nation(
    3,
    '+55',
    '11 90000-####',
    'Beatriz Larissa Júlia Fernanda',
    'Rafael Thiago Gustavo Bruno',
    'Oliveira Souza Carvalho Monteiro',
  ),
  nation(
    3,
    '+81',
    '90-0000-####',
    'Haruka Yui Sakura Ayaka',
    'Haruto Kenji Takumi Daichi',
    'Tanaka Nakamura Fujimoto Kobayashi',
  ),
  nation(2, '+82', '10-0000-####', 'Seo-yeon Ji-woo Min-ji', 'Min-jun Do-yun Hyun-woo', 'Kim Park Choi'),
  nation(
    2,
    '+91',
    '90000 0####',
    'Ananya Priya Kavya Meera',
    'Arjun Rohan Vikram Aditya',
    'Sharma Iyer Kulkarni Banerjee',
  ),
  nation(2, '+353', '20 913 ####', 'Saoirse Aoife Niamh', 'Cillian Oisín Fionn', 'O’Brien Gallagher Kavanagh'),
  nation(2, '+1', '(604) 555-01##', 'Sophie Maya Claire', 'Logan Owen Étienne', 'Tremblay MacDonald Singh'),
];

export type Guest = {
  firstName: string;
  lastName: string;
  gender: string;
  phoneNumber: string;
  phoneCountryCode: string;
  whatsappNumber: string;
  email: string;
};

/** A party of passengers: mostly one family, sometimes friends. */
export function party(chance: Random, size: number): Guest[] {
  const home = chance.weighted(nations, ({ weight }) => weight);
  const family = chance.pick(home.families);
  const genders = chance.pick(['female male', 'female male', 'female male', 'Female Male']).split(' ');
  const taken = new Set<string>();
  return Array.from({ length: size }, (_, index) => {
    const woman = chance.chance(0.52);
    const names = woman ? home.women : home.men;
    const firstName = unused(chance, names, taken);
    const lastName = index > 0 && chance.chance(0.15) ? chance.pick(home.families) : family;
    const reachable = index === 0 || chance.chance(0.12);
    const phone = home.phone.replaceAll('#', () => String(chance.int(0, 9)));
    return {
      firstName,
      lastName,
      gender: (woman ? genders[0] : genders[1]) ?? '',
      phoneNumber: reachable ? phone : '',
      phoneCountryCode: reachable ? home.dial : '',
      whatsappNumber: reachable && chance.chance(0.7) ? `${home.dial} ${phone}` : '',
      email: reachable
        ? `${plainLetters(firstName)}.${plainLetters(lastName)}@${chance.pick(['mail.example', 'post.example', 'inbox.example'])}`
        : '',
    };
  });
}

function unused(chance: Random, names: readonly string[], taken: Set<string>): string {
  const free = names.filter((name) => !taken.has(name));
  const name = chance.pick(free.length ? free : names);
  taken.add(name);
  return name;
}

/** Only letters of the Latin alphabet without accents, as in e-mail addresses. */
function plainLetters(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z]/g, '');
}
