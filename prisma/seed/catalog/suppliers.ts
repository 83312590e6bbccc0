import type { Text } from '../text.ts';

type Supplier = {
  name: string;
  description: Text | null;
  permissions: string[];
  tags: Record<string, string | number>;
};

const guides = ['tours.guide'];
const drivers = ['transfers.drive'];
const both = ['tours.guide', 'transfers.drive'];

/** The providers of the experiences. The names are made up; any likeness is chance. */
export const suppliers: Record<string, Supplier> = {
  'blauwe-brug': {
    name: 'Rederij De Blauwe Brug',
    description: [
      'Family shipping company on the Amsterdam canals since 1962, with eleven electric boats.',
      'Familierederij op de Amsterdamse grachten sinds 1962, met elf elektrische boten.',
      'Familienreederei auf den Amsterdamer Grachten seit 1962, mit elf Elektrobooten.',
    ],
    permissions: guides,
    tags: { contract: 'NL-2024-011', rating: 4.8 },
  },
  'twee-wielen': {
    name: 'Twee Wielen Fietstochten',
    description: [
      'Cycling guides who show the countryside between the cities.',
      'Fietsgidsen die het land tussen de steden laten zien.',
      'Fahrradguides, die das Land zwischen den Städten zeigen.',
    ],
    permissions: guides,
    tags: { contract: 'NL-2024-019', rating: 4.7 },
  },
  polderland: {
    name: 'Polderland Excursies',
    description: [
      'Small-coach excursions with pickup across Amsterdam.',
      'Excursies met kleine bussen en ophalen door heel Amsterdam.',
      'Ausflüge im Kleinbus mit Abholung in ganz Amsterdam.',
    ],
    permissions: both,
    tags: { contract: 'NL-2023-044', rating: 4.5 },
  },
  maasstad: {
    name: 'Maasstad Waterwerken',
    description: null,
    permissions: drivers,
    tags: { contract: 'NL-2025-003', rating: 4.6 },
  },
  vechtstroom: {
    name: 'Vechtstroom Buitensport',
    description: [
      'Canoes, kayaks and paddle boards on the rivers around Utrecht.',
      "Kano's, kajaks en suppen op de rivieren rond Utrecht.",
      'Kanus, Kajaks und Stand-up-Paddling auf den Flüssen um Utrecht.',
    ],
    permissions: [],
    tags: { contract: 'NL-2024-027', rating: 4.4 },
  },
  'atelier-oude-delft': {
    name: 'Atelier Oude Delft',
    description: [
      'Pottery painters who keep a seventeenth-century craft alive.',
      'Plateelschilders die een zeventiende-eeuws ambacht levend houden.',
      'Keramikmaler, die ein Handwerk des 17. Jahrhunderts lebendig halten.',
    ],
    permissions: [],
    tags: { contract: 'NL-2025-008', rating: 4.9 },
  },
  'mergel-en-wijn': {
    name: 'Mergel & Wijn Limburg',
    description: [
      'Caves, vineyards and long lunches in the hills of South Limburg.',
      'Grotten, wijngaarden en lange lunches in het Limburgse heuvelland.',
      'Höhlen, Weinberge und lange Mittagessen im Limburger Hügelland.',
    ],
    permissions: both,
    tags: { contract: 'NL-2025-014', rating: 4.6 },
  },
  'maison-cacao': {
    name: 'Maison Cacao Royale',
    description: [
      'Brussels chocolatier with an open workshop.',
      'Brusselse chocolatier met een open atelier.',
      'Brüsseler Chocolatier mit offener Werkstatt.',
    ],
    permissions: [],
    tags: { contract: 'BE-2024-005', rating: 4.8 },
  },
  'drie-torens': {
    name: 'Drie Torens Gidsen',
    description: [
      'Licensed city guides of Ghent, Bruges and Antwerp.',
      'Erkende stadsgidsen van Gent, Brugge en Antwerpen.',
      'Lizenzierte Stadtführer in Gent, Brügge und Antwerpen.',
    ],
    permissions: guides,
    tags: { contract: 'BE-2024-012', rating: 4.7 },
  },
  spreeblick: {
    name: 'Spreeblick Stadtführungen',
    description: [
      'Historians who walk and talk in Berlin, in seven languages.',
      'Historici die in Berlijn wandelen en vertellen, in zeven talen.',
      'Historiker, die in Berlin spazieren und erzählen, in sieben Sprachen.',
    ],
    permissions: guides,
    tags: { contract: 'DE-2023-031', rating: 4.9 },
  },
  elbkapitan: {
    name: 'Elbkapitän Barkassen',
    description: [
      'Four historic launches in the port of Hamburg.',
      'Vier historische barkassen in de haven van Hamburg.',
      'Vier historische Barkassen im Hamburger Hafen.',
    ],
    permissions: guides,
    tags: { contract: 'DE-2024-016', rating: 4.6 },
  },
  isarwinkel: {
    name: 'Isarwinkel Touristik',
    description: null,
    permissions: both,
    tags: { contract: 'DE-2024-022', rating: 4.5 },
  },
  'sete-colinas': {
    name: 'Sete Colinas Passeios',
    description: [
      'Electric tuk-tuks and evenings of fado on the seven hills of Lisbon.',
      'Elektrische tuktuks en fado-avonden op de zeven heuvels van Lissabon.',
      'Elektro-Tuk-Tuks und Fado-Abende auf den sieben Hügeln Lissabons.',
    ],
    permissions: both,
    tags: { contract: 'PT-2024-007', rating: 4.8 },
  },
  'douro-vivo': {
    name: 'Douro Vivo Viagens',
    description: [
      'Wine growers and skippers who share the Douro valley.',
      'Wijnboeren en schippers die de Dourovallei laten zien.',
      'Winzer und Skipper, die das Dourotal zeigen.',
    ],
    permissions: both,
    tags: { contract: 'PT-2025-002', rating: 4.7 },
  },
  'atlantico-azul': {
    name: 'Atlântico Azul',
    description: [
      'Marine biologists and mountain guides on Madeira and the Azores.',
      'Zeebiologen en berggidsen op Madeira en de Azoren.',
      'Meeresbiologen und Bergführer auf Madeira und den Azoren.',
    ],
    permissions: guides,
    tags: { contract: 'PT-2025-009', rating: 4.9 },
  },
  'harbor-and-pine': {
    name: 'Harbor & Pine Tours',
    description: [
      'Guides and skippers in New York and Boston.',
      'Gidsen en schippers in New York en Boston.',
      'Guides und Skipper in New York und Boston.',
    ],
    permissions: guides,
    tags: { contract: 'US-2025-001', rating: 4.6 },
  },
  'lakeshore-lines': {
    name: 'Lakeshore Lines',
    description: null,
    permissions: guides,
    tags: { contract: 'US-2025-004', rating: 4.7 },
  },
  'golden-coast': {
    name: 'Golden Coast Sailing Co.',
    description: [
      'Sailing yachts and wine country drives from San Francisco.',
      'Zeiljachten en tochten naar het wijnland vanuit San Francisco.',
      'Segeljachten und Fahrten ins Weinland ab San Francisco.',
    ],
    permissions: both,
    tags: { contract: 'US-2025-006', rating: 4.8 },
  },
};

/** Suppliers of the outsider's organization. */
export const northernSuppliers: Record<string, Supplier> = {
  fjordskyss: {
    name: 'Fjordskyss AS',
    description: [
      'Quiet hybrid boats on the fjords of western Norway.',
      'Stille hybrideboten op de fjorden van West-Noorwegen.',
      'Leise Hybridboote auf den Fjorden Westnorwegens.',
    ],
    permissions: guides,
    tags: { contract: 'NO-114', rating: 4.8 },
  },
  polarnatt: {
    name: 'Polarnatt Opplevelser',
    description: null,
    permissions: both,
    tags: { contract: 'NO-127', rating: 4.7 },
  },
};
