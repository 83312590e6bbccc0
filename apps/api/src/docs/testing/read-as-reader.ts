import { loadSettings } from '@channel/settings';
import { newSecret, type Outgoing, requestHeaders, seal } from '@channel/webhooks';
import type { TestServer } from '../../testing/index.ts';
import { pagesOf } from '../pages.ts';
import { startReceiver } from './receivers.ts';
import { isPrinted, runSamples } from './run-samples.ts';
import { type Language, type Sample, samplesOf } from './samples.ts';

const isOf = (language: Language, mark: string) => (sample: Sample) =>
  sample.language === language && sample.marks.includes(mark);
const isSetup = ({ marks }: Sample) => marks.includes('setup');

/** The pages with samples of a language, except those that only prepare other pages. */
export const pagesWith = (language: Language): string[] =>
  pagesOf(loadSettings({}))
    .filter(({ markdown }) => samplesOf(markdown).some((each) => isOf(language, 'run')(each) && !isSetup(each)))
    .map(({ name }) => name);

/** Runs the samples of a page in its order, after the setup samples. Each must print the output that its page shows. */
export async function followPage({ settings, url }: TestServer, name: string, language: Language): Promise<void> {
  const pages = pagesOf({ ...settings, apiUrl: url });
  const samples = pages.flatMap((page) =>
    samplesOf(page.markdown)
      .filter(isOf(language, 'run'))
      .filter((sample) => page.name === name || isSetup(sample)),
  );
  expectPrinted(samples, await runSamples(language, samples));
}

/** Compares the output of samples with the output on their page. Throws at the first difference. */
export function expectPrinted(samples: readonly Sample[], printed: readonly string[]): void {
  for (const [at, { code, output }] of samples.entries()) {
    const text = printed[at] ?? '';
    if (output !== undefined && !isPrinted(output, text))
      throw new Error(`The output of a sample differs from its page:
${code}

printed:
${text}

the page:
${output}`);
  }
}

const SECRET_KEY = 'a key that only tests know, 32 and more';
const BODY = '{"id":"0b9d9f8e","event":"order-updated","data":{"id":7,"leader":"Zoë"}}';

/** The headers of a webhook that is signed with the secrets of an endpoint, the newest first. */
function headersOf(secrets: readonly string[], body: string, sentAt: Date): Record<string, string> {
  const [secret, previousSecret] = secrets.map((each) => seal(each, SECRET_KEY));
  if (!secret) throw new Error('An endpoint must have at least one secret.');
  const outgoing: Outgoing = {
    eventId: '0b9d9f8e-9f58-4c62-8d3e-1c2b4e0a7f11',
    sequence: 7,
    isTest: false,
    secret,
    previousSecret: previousSecret ?? null,
    previousSecretExpiresAt: previousSecret ? new Date(sentAt.getTime() + 60_000) : null,
  };
  return requestHeaders({ secretKey: SECRET_KEY }, outgoing, body, sentAt);
}

/** The expected answers of a receiver to genuine and to forged webhooks. */
export const RECEIVED = {
  genuine: 204,
  'rotated, the receiver has the old secret': 204,
  'rotated, the receiver has the new secret': 204,
  'four minutes old': 204,
  'another secret': 400,
  'another body': 400,
  'another event': 400,
  'another time': 400,
  'six minutes old': 400,
  'six minutes ahead': 400,
  'no signature': 400,
  'no headers': 400,
};

/** Starts the receiver of a language and sends it all these webhooks. @returns the status of each answer */
export async function tryReceiver(language: Language): Promise<Record<keyof typeof RECEIVED, number>> {
  const samples = pagesOf(loadSettings({})).flatMap(({ markdown }) => samplesOf(markdown));
  const sample = samples.find(isOf(language, 'receiver'));
  if (!sample) throw new Error(`No page has a receiver in ${language}.`);
  const [secret, other, now] = [newSecret(), newSecret(), new Date()];
  const receiver = await startReceiver(language, sample, secret);
  const minutesFromNow = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const genuine = headersOf([secret], BODY, now);
  const sent = async (headers: Record<string, string>, body = BODY) => await receiver.post(headers, body);
  try {
    return {
      genuine: await sent(genuine),
      'rotated, the receiver has the old secret': await sent(headersOf([other, secret], BODY, now)),
      'rotated, the receiver has the new secret': await sent(headersOf([secret, other], BODY, now)),
      'four minutes old': await sent(headersOf([secret], BODY, minutesFromNow(-4))),
      'another secret': await sent(headersOf([other], BODY, now)),
      'another body': await sent(genuine, BODY.replace('7', '8')),
      'another event': await sent({ ...genuine, 'webhook-id': '1b9d9f8e' }),
      'another time': await sent({ ...genuine, 'webhook-timestamp': String(Number(genuine['webhook-timestamp']) - 1) }),
      'six minutes old': await sent(headersOf([secret], BODY, minutesFromNow(-6))),
      'six minutes ahead': await sent(headersOf([secret], BODY, minutesFromNow(6))),
      'no signature': await sent({ ...genuine, 'webhook-signature': '' }),
      'no headers': await sent({}),
    };
  } finally {
    await receiver.stop();
  }
}
