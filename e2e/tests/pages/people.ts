import { expect, type Page } from '@playwright/test';
import { cancelledOrder } from '../../cancelled-order.ts';
import { ADMIN, signIn } from '../../fixtures.ts';
import { enter } from '../../stack/session.ts';
import type { Scene, Shown } from './shown.ts';

const TAG =
  'mutation ($ids: [SafeInt!]!) { assignTags(target: users, ids: $ids, tags: [{ key: "seats", value: 7 }]) { count } }';

const dialogOf = (page: Page) => page.getByRole('dialog');
const person = { at: '/people/[id]' };

/** The people and their roles, the audit log, and the pages without a session. */
export const peoplePages: Shown[] = [
  {
    at: '/people',
    name: 'the people',
    show: async ({ page }) => {
      await page.goto('/people?q=a');
      await expect(page.getByRole('table', { name: 'People, by name' })).toBeVisible();
    },
  },
  {
    at: '/people',
    name: 'the dialog to invite a person',
    dialogs: ['features/people/invite-person.tsx'],
    show: async ({ page, check }) => {
      await enter(page.context(), ADMIN);
      await page.goto('/people');
      await expect(page.getByRole('table', { name: 'People, by name' })).toBeVisible();
      await page.getByRole('button', { name: 'Invite' }).click();
      await expect(page.getByRole('checkbox', { name: 'Tour guide' })).toBeVisible();
      await check();
      await dialogOf(page).getByRole('button', { name: 'Invite' }).click();
      await expect(dialogOf(page).getByText('The choice must hold at least one role.')).toBeVisible();
    },
  },
  {
    ...person,
    name: 'a person, and the dialogs of the account',
    dialogs: [
      'features/people/edit-account.tsx',
      'features/people/change-roles.tsx',
      'features/people/person-acts.tsx',
      'components/form-dialog.tsx',
    ],
    show: async ({ page, hire, check }) => {
      const { id } = await hire('Back office');
      await enter(page.context(), ADMIN);
      await page.goto(`/people/${id}`);
      const account = page.getByRole('region', { name: 'Account' });
      await expect(account).toBeVisible();
      await expect(page.getByRole('region', { name: 'Recent activity' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Calendar' })).toContainText('Working hours');
      await check();
      await account.getByRole('button', { name: 'Edit' }).click();
      await dialogOf(page).getByLabel('Name', { exact: true }).fill('Somebody');
      await check();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
      await check();
      await page.getByRole('button', { name: 'Discard the changes' }).click();
      await expect(dialogOf(page)).toHaveCount(0);
      await page.getByRole('button', { name: 'Change roles' }).click();
      await expect(page.getByRole('checkbox', { name: 'Tour guide' })).toBeVisible();
      await check();
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toHaveCount(0);
      await page.getByRole('button', { name: 'Switch off' }).click();
      await expect(page.getByRole('dialog', { name: /^Switch off the account/ })).toBeVisible();
      await check();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Reset password' }).click();
      await dialogOf(page).getByRole('button', { name: 'Reset the password' }).click();
      await expect(page.getByLabel('Link to set the password')).toBeVisible();
    },
  },
  {
    at: '/people/service-accounts',
    name: 'the service accounts, and their dialogs',
    dialogs: [
      'features/people/service-accounts/edit-service-account.tsx',
      'features/people/service-accounts/service-tokens.tsx',
      'features/people/service-accounts/service-accounts-screen.tsx',
    ],
    show: async ({ page, check }) => {
      await enter(page.context(), ADMIN);
      await page.goto('/people/service-accounts');
      await page.getByRole('button', { name: 'New service account' }).click();
      const name = `Tool ${Date.now()}`;
      await dialogOf(page).getByLabel('Name', { exact: true }).fill(name);
      await dialogOf(page).getByRole('checkbox', { name: 'Read: Orders' }).check();
      await dialogOf(page).getByRole('checkbox', { name: 'Back office' }).check();
      await check();
      await dialogOf(page).getByRole('button', { name: 'Create service account' }).click();
      await expect(dialogOf(page)).toHaveCount(0);
      await check();
      await page.getByRole('button', { name: `Tokens of ${name}` }).click();
      await dialogOf(page).getByRole('button', { name: 'New token' }).click();
      await dialogOf(page).getByLabel('Where it is used').fill('Screen');
      await check();
      await dialogOf(page).getByRole('button', { name: 'Create token' }).click();
      await dialogOf(page).getByRole('button', { name: 'I have saved the token' }).click();
      await expect(dialogOf(page).getByRole('row', { name: /Screen/ })).toBeVisible();
      await check();
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toHaveCount(0);
      await page.getByRole('button', { name: `Switch off ${name}` }).click();
      await expect(page.getByRole('dialog', { name: `Switch off ${name}?` })).toBeVisible();
    },
  },
  {
    at: '/people/personal-data',
    name: 'the personal data of guests, and the dialog to erase it',
    dialogs: ['features/people/personal-data/erase-guests.tsx'],
    show: async ({ page, ask, check }) => {
      await enter(page.context(), ADMIN);
      await page.goto('/people/personal-data');
      await page.getByRole('button', { name: 'Find' }).click();
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
      await check();
      await page.getByLabel('Ids of orders').fill(String((await cancelledOrder(page, ask, 1)).id));
      await page.getByRole('button', { name: 'Find' }).click();
      await expect(page.getByRole('region', { name: '1 order found' })).toBeVisible();
      await check();
      await page.getByRole('button', { name: 'Erase…' }).click();
      await expect(dialogOf(page).getByLabel(/^Type the number of orders/)).toBeVisible();
    },
  },
  {
    ...person,
    name: 'the access of a driver: the personal link, the calendar address and their end',
    dialogs: [
      'features/crew-links/link-dialog.tsx',
      'features/crew-links/calendar-dialog.tsx',
      'features/crew-links/crew-access-section.tsx',
    ],
    show: async ({ page, hire, check }) => {
      await page.goto(`/people/${(await hire('Driver')).id}`);
      await page.getByRole('button', { name: 'Create a personal link' }).click();
      await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
      await check();
      await dialogOf(page).getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Create a calendar address' }).click();
      await expect(page.getByLabel(/^Calendar address of/)).toBeVisible();
      await check();
      await dialogOf(page).getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'End access' }).click();
      await expect(page.getByRole('dialog', { name: /^End the access of/ })).toBeVisible();
    },
  },
  {
    ...person,
    name: 'the working hours and absences of a driver, as they are changed',
    dialogs: [
      'features/people/calendar/edit-hours.tsx',
      'features/people/calendar/edit-absence.tsx',
      'features/people/calendar/calendar-section.tsx',
    ],
    show: async ({ page, hire, check }) => {
      await page.goto(`/people/${(await hire('Driver')).id}?span=month`);
      await expect(page.getByRole('list', { name: 'Days of the schedule' })).toBeVisible();
      await page.getByRole('button', { name: 'Edit working hours' }).click();
      await dialogOf(page).getByRole('button', { name: 'Add hours on Monday' }).click();
      await check();
      await dialogOf(page).getByRole('button', { name: 'Save' }).click();
      await expect(dialogOf(page)).toHaveCount(0);
      await page.getByRole('button', { name: 'Add absence' }).click();
      await expect(dialogOf(page).getByLabel('Reason')).toBeVisible();
      await check();
      await dialogOf(page).getByRole('button', { name: 'Add absence' }).click();
      await page.getByRole('button', { name: /^Delete the absence/ }).click();
      await expect(page.getByRole('dialog', { name: 'Delete this absence?' })).toBeVisible();
    },
  },
  {
    ...person,
    name: 'an unknown person',
    show: async ({ page }) => {
      await page.goto('/people/999999');
      await expect(page.getByRole('heading', { name: 'No such person' })).toBeVisible();
    },
  },
  {
    at: '/people/roles',
    name: 'the roles, with one being edited, the question before one is deleted, and a new one',
    dialogs: ['features/people/edit-role.tsx', 'features/people/delete-role.tsx'],
    show: async ({ page, check }) => {
      await enter(page.context(), ADMIN);
      await page.goto('/people/roles');
      await page.getByRole('button', { name: 'Edit Driver' }).click();
      await expect(page.getByRole('checkbox', { name: 'transfers.drive' })).toBeVisible();
      await check();
      await page.keyboard.press('Escape');
      await expect(dialogOf(page)).toHaveCount(0);
      await check();
      await page.getByRole('button', { name: 'New role' }).click();
      const name = `Desk ${Date.now()}`;
      await dialogOf(page).getByLabel('Name', { exact: true }).fill(name);
      await dialogOf(page).getByRole('button', { name: 'Create role' }).click();
      await page.getByRole('button', { name: `Delete the role ${name}` }).click();
      await expect(page.getByRole('dialog', { name: `Delete the role ${name}?` })).toBeVisible();
      await check();
      // Other tests choose roles in a dialog, which one role more would make longer.
      await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0);
      await page.getByRole('button', { name: 'New role' }).click();
      await dialogOf(page).getByRole('button', { name: 'Create role' }).click();
      await expect(dialogOf(page).getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    at: '/audit',
    name: 'the audit log, and the question before tags are restored',
    dialogs: ['features/audit/undo-question.tsx'],
    show: async ({ page, ask, hire, check }) => {
      const { id } = await hire('Driver');
      await page.goto('/audit');
      await expect(page.getByRole('heading', { name: 'You may not see the audit log' })).toBeVisible();
      await check();
      await enter(page.context(), ADMIN);
      await page.goto('/audit');
      await expect(page.getByRole('table', { name: 'Audit log, newest first' })).toBeVisible();
      await check();
      await ask(page, TAG, { ids: [id] });
      await page.goto(`/audit?of=person&id=${id}`);
      await page.getByRole('button', { name: `Undo the tags of Person ${id}` }).click();
      await expect(dialogOf(page)).toBeVisible();
    },
  },
  {
    at: '/welcome',
    name: 'an invalid link to set a password',
    show: async ({ page }) => {
      await page.context().clearCookies();
      await page.goto('/welcome?token=1%7CAAAA');
      await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    },
  },
  {
    at: '/forgot-password',
    name: 'the page to request a new password, with an error',
    show: async ({ page }) => {
      await page.context().clearCookies();
      await page.goto('/forgot-password');
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(page.getByText('Enter the e-mail address of your account.')).toBeVisible();
    },
  },
  // The mailbox of a demo is checked in mailbox.spec.ts: the system under test has a mail server.
  ...['/mailbox', '/mailbox/[id]'].map((at) => ({
    at,
    name: `no mail at ${at}`,
    show: async ({ page }: Scene) => {
      await enter(page.context(), ADMIN);
      await page.goto(at.replace('[id]', '1'));
      await expect(page.getByRole('heading', { name: 'No such mail' })).toBeVisible();
    },
  })),
  {
    at: '/login',
    name: 'the login page with an error',
    show: async ({ page }) => {
      await page.context().clearCookies();
      await page.goto('/login');
      await signIn(page, { name: 'nobody', password: 'wrong' });
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    },
  },
];
