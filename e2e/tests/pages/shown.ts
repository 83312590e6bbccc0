import type { Page } from '@playwright/test';
import type { Ask, Hired } from '../../fixtures.ts';

/** What an entry opens its page with; a member of staff is signed in. */
export type Scene = {
  page: Page;
  ask: Ask;
  hire: (...roles: string[]) => Promise<Hired>;
  /** Whether the page is as narrow as a phone. */
  isNarrow: boolean;
  /** Differs for each theme and width, so that tests at the same time change different orders. */
  turn: number;
  /** Checks a state on the way to the last one, which is checked without it. */
  check: () => Promise<void>;
};

/** A page in a state. */
export type Shown = {
  /** The beginning of a sentence: `the order list`. */
  name: string;
  /** The folder of its `page.tsx`, without groups: `/orders/[reference]`. */
  at: string;
  /** The modules that render the dialogs, menus and questions that it shows. */
  dialogs?: string[];
  /** Only on a wide screen: a phone has something else. */
  isWide?: true;
  show: (scene: Scene) => Promise<void>;
};
