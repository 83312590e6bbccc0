import { join } from 'node:path';

/** The folder of the whole project. */
export const root = join(import.meta.dirname, '..', '..', '..');

/** Where the benchmark keeps what it made: worlds, pictures, packages of others. Nothing of it is worth a backup. */
export const dataDir = join(root, '.data', 'bench');
