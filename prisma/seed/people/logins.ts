/** A user of the demo world who can log in. */
export type DemoLogin = { name: string; email: string; does: string };

const named = (name: string, does: string): DemoLogin => ({ name, email: `${name}@demo.example`, does });

/** The logins of the demo world. */
export const demoLogins: readonly DemoLogin[] = [
  named('partner', 'sells through the API'),
  named('staff', 'works in the console'),
  named('admin', 'works in the console, may send any GraphQL operation'),
  named('outsider', 'member of another organization'),
  named('clerk', 'sells through the API, without other permissions'),
];

/** The password that the README publishes. */
export const publishedPassword = ({ name }: Pick<DemoLogin, 'name'>): string => `${name}-demo`;
