import type { Random } from '../random.ts';
import { inLanguages, sentences, type Text } from '../text.ts';
import { serviceLevel } from './level.ts';
import { bring, knowBefore, ticketTexts } from './phrases.ts';
import type { ProductPlan } from './plan.ts';

type Owner = { organization: string; today: string; random: Random };

/** A product as a record of the import form. The keys of its media are names of files in `pictures`. */
export function product(plan: ProductPlan, { organization, today, random }: Owner) {
  const chance = random.fork(plan.key);
  const ticket = plan.ticket ? ticketTexts[plan.ticket] : null;
  const currencies = plan.currencies ?? ['EUR'];
  const images = chance.int(2, 4);
  return {
    key: plan.key,
    organization,
    ...inLanguages({
      title: plan.title,
      shortDescription: plan.short,
      description: plan.text,
      highlights: plan.highlights,
      knowBeforeYouGo: sentences(plan.know.map((name): Text => knowBefore[name])),
      whatToBring: lines(plan.bring.map((name): Text => bring[name])),
      ticketTitle: ticket?.title ?? null,
      ticketMessage: ticket?.message ?? null,
    }),
    ticketPerParticipant: plan.perParticipant ?? false,
    supplier: plan.supplier,
    city: plan.city,
    location: plan.location,
    points: plan.points ?? [],
    categories: plan.categories,
    labels: plan.labels,
    currencies,
    isPublished: plan.published === undefined ? true : plan.published,
    backOffice: plan.backOffice ?? false,
    banner: `${plan.key}-banner`,
    thumbnail: `${plan.key}-thumbnail`,
    images: Array.from({ length: images }, (_, index) => `${plan.key}-${index + 1}`),
    videos: (plan.videos ?? []).map((service) => video(service, chance)),
    tags: tags(plan, chance),
    serviceLevels: plan.levels.map((level) => serviceLevel(level, currencies, today)),
  };
}

export type Product = ReturnType<typeof product>;

/** Codes of no existing video: too high a number for one service, a code of hyphens and digits for the other. */
function video(service: 'youtube' | 'vimeo', chance: Random) {
  if (service === 'vimeo') {
    const code = `9${chance.int(100_000_000, 999_999_999)}`;
    return { videoCode: code, type: 'vimeo', url: `https://vimeo.com/${code}` };
  }
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
  const code = `d-${Array.from({ length: 8 }, () => letters[chance.int(0, letters.length - 1)]).join('')}-`;
  return { videoCode: code, type: 'youtube', url: `https://www.youtube.com/watch?v=${code}` };
}

function tags(plan: ProductPlan, chance: Random): Record<string, string | number> {
  return {
    sku: `${plan.city.slice(0, 3).toUpperCase()}-${chance.int(1000, 9999)}`,
    rating: chance.int(41, 50) / 10,
    ...(plan.levels.some((level) => level.pickup) ? { logistics: 'transfer' } : {}),
    ...((plan.demand ?? 1) > 3 ? { season: 'all-year', priority: 1 } : {}),
  };
}

function lines(texts: readonly Text[]): Text {
  const list = (language: 0 | 1 | 2) => texts.map((text) => text[language]).join(' · ');
  return [list(0), list(1), list(2)];
}
