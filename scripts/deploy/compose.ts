import { load } from 'js-yaml';
import { z } from 'zod';

/** YAML reads digits as a number, and nothing as null. */
const value = z.union([z.string(), z.number(), z.null()]).transform((given) => (given === null ? '' : String(given)));
/** Whatever else a service could have, such as `privileged` or `pid`, is refused. */
const service = z.strictObject({
  image: z.string(),
  user: z.string().default(''),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  pids_limit: z.number().optional(),
  shm_size: z.string().optional(),
  tmpfs: z.array(z.string()).default([]),
  restart: z.string().default('no'),
  profiles: z.array(z.string()).default([]),
  working_dir: z.string().default('/app'),
  entrypoint: z.array(z.string()).default([]),
  command: z.array(z.string()).default([]),
  env_file: z.array(z.string()).default([]),
  environment: z.record(z.string(), value).default({}),
  secrets: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  stop_signal: z.string().optional(),
  stop_grace_period: z.string().default('10s'),
  healthcheck: z
    .strictObject({
      disable: z.boolean().optional(),
      test: z.array(z.string()).optional(),
      interval: z.string().optional(),
      timeout: z.string().optional(),
      retries: z.number().optional(),
      start_period: z.string().optional(),
    })
    .optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.string() })).default({}),
});
export type Service = z.infer<typeof service>;
const composeFile = z.strictObject({
  name: z.string(),
  // Parts that services take in, where they are checked.
  'x-program': z.unknown(),
  'x-settings': z.unknown(),
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean().default(false) })),
  // Without a driver, which could be any folder of the machine.
  volumes: z.record(z.string(), z.strictObject({})),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
});
export type ComposeFile = z.infer<typeof composeFile>;

const REFERENCE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

/** A text with its variables replaced as compose does. @throws for a variable that is required and not given */
export const interpolated = (text: string, given: Readonly<Record<string, string>>): string =>
  text.replaceAll(REFERENCE, (_all, name: string, kind: string | undefined, other: string | undefined) => {
    const value = given[name];
    if (value) return value;
    if (kind === '?') throw new Error(`required variable ${name} is missing a value: ${other}`);
    return other ?? '';
  });

/** The file as YAML, before its form is checked. */
export const parseCompose = (text: string): unknown => load(text);

/** A text with the variables of the operator. @throws {z.ZodError} for a key that the rules do not know */
export const composeFileOf = (text: string, given: Readonly<Record<string, string>>): ComposeFile =>
  composeFile.parse(parseCompose(interpolated(text, given)));

/** The services of a text, with the variables of the operator. */
export const servicesOf = (text: string, given: Readonly<Record<string, string>>): ComposeFile['services'] =>
  composeFileOf(text, given).services;

/** The variables of a file for `--env-file`. */
export const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
