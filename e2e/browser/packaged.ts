import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** A browser and its environment variables. */
export type Browser = { executablePath: string; env: Record<string, string> };

/** System libraries, fonts and the software renderer that a minimal machine does not have. */
const ARCHIVES = ['al2023', 'fonts', 'swiftshader'];

/**
 * The Chromium inside the npm package `@sparticuz/chromium`, unpacked below `node_modules/.cache` the first time (about
 * 2 s). Undefined if the package does not support this machine: it is built for Linux on x64.
 *
 * The package's own launcher is not used: it disables web security and runs everything in one process.
 */
export function packagedBrowser(): Browser | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const require = createRequire(import.meta.url);
  const root = join(dirname(require.resolve('@sparticuz/chromium')), '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const home = join(import.meta.dirname, '../../node_modules/.cache', `chromium-${version}`);
  if (!existsSync(home)) unpack(join(root, 'bin'), home);
  return {
    executablePath: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: join(home, 'lib'), FONTCONFIG_FILE: join(home, 'fontconfig.xml') },
  };
}

/** Safe for concurrent runs: each unpacks into its own folder, and the first to finish is used. */
function unpack(packed: string, home: string): void {
  mkdirSync(dirname(home), { recursive: true });
  const draft = mkdtempSync(`${home}-`);
  try {
    for (const name of ARCHIVES) {
      const tar = brotliDecompressSync(readFileSync(join(packed, `${name}.tar.br`)));
      execFileSync('tar', ['-xf', '-', '-C', draft], { input: tar });
    }
    writeFileSync(join(draft, 'fontconfig.xml'), fontConfiguration(home));
    writeFileSync(join(draft, 'chromium'), brotliDecompressSync(readFileSync(join(packed, 'chromium.br'))), {
      mode: 0o755,
    });
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

const fontConfiguration = (home: string) => `<?xml version="1.0"?>
<fontconfig>
  <dir>${escapeXml(home)}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${escapeXml(join(home, 'fontcache'))}</cachedir>
</fontconfig>
`;

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
