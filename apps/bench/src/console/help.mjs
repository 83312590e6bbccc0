// Plain JavaScript that imports nothing: `npm run measure:console -- --help` prints it on a clone without packages.

export const HELP = `npm run measure:console -- [options]

  --orders N       number of orders (default 100,000; the first run of a day generates them, which takes minutes)
  --against URL    measures a running console with its own data
  --login NAME     the user who signs in (default the demo's staff@demo.example); the password is read from CONSOLE_PASSWORD
  --only LIST      comma-separated parts: search, scripts, lighthouse, pages (Lighthouse on the list and on every page)
  --pages LIST     comma-separated beginnings of paths: measures only these pages`;
