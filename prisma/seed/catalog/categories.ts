import type { Text } from '../text.ts';

/** Kinds of experience, shared by both organizations of the demo world. */
export const categories: Record<string, { title: Text; icon: string }> = {
  boats: {
    title: ['Boat trips & cruises', 'Boottochten & rondvaarten', 'Bootstouren & Rundfahrten'],
    icon: 'sailboat',
  },
  walks: { title: ['Walking tours', 'Stadswandelingen', 'Stadtspaziergänge'], icon: 'walk' },
  bikes: { title: ['Cycling tours', 'Fietstochten', 'Fahrradtouren'], icon: 'bike' },
  museums: { title: ['Museums & monuments', 'Musea & monumenten', 'Museen & Denkmäler'], icon: 'building-bank' },
  food: { title: ['Food & drink', 'Eten & drinken', 'Essen & Trinken'], icon: 'glass-full' },
  excursions: { title: ['Day excursions', 'Dagtochten', 'Tagesausflüge'], icon: 'bus' },
  passes: { title: ['City passes', 'Stadspassen', 'Städtepässe'], icon: 'ticket' },
  workshops: { title: ['Hands-on workshops', 'Workshops', 'Workshops zum Mitmachen'], icon: 'palette' },
  nature: { title: ['Nature & outdoors', 'Natuur & buitenleven', 'Natur & Outdoor'], icon: 'trees' },
  evenings: { title: ['Evenings out', 'Avonden uit', 'Abendprogramm'], icon: 'moon' },
  private: { title: ['Private & tailor-made', 'Privé & op maat', 'Privat & nach Maß'], icon: 'star' },
  family: { title: ['Great with kids', 'Leuk met kinderen', 'Toll mit Kindern'], icon: 'mood-kid' },
  rentals: { title: ['Rentals', 'Verhuur', 'Verleih'], icon: 'key' },
  watersports: { title: ['Water sports', 'Watersport', 'Wassersport'], icon: 'wave' },
};
