/** A user of the demo world who can log in. */
export type DemoLogin = { name: string; email: string; does: string };

const named = (name: string, does: string): DemoLogin => ({ name, email: `${name}@demo.example`, does });

/** All who can log in to the demo world. */
export const demoLogins: readonly DemoLogin[] = [
  named('partner', 'sells by the API'),
  named('staff', 'works in the console'),
  named('admin', 'works in the console, may send GraphQL of its own'),
  named('outsider', 'another organization'),
  named('clerk', 'sells by the API and may do nothing else'),
];

/** The password that the README tells everybody. */
export const publishedPassword = ({ name }: Pick<DemoLogin, 'name'>): string => `${name}-demo`;
