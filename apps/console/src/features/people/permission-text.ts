import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/**
 * What the permissions that come with the system allow, by the text in the database. The text is given twice because the
 * build keeps English texts in the catalogues only.
 */
export const PERMISSIONS: Record<string, MessageDescriptor> = {
  'See and change every order of the organization.': msg`See and change every order of the organization.`,
  'Book products through the role.': msg`Book products through the role.`,
  'Be assigned as driver of a transfer.': msg`Be assigned as driver of a transfer.`,
  'Be assigned as tour guide.': msg`Be assigned as tour guide.`,
  'Be assigned as contact person.': msg`Be assigned as contact person.`,
  'Work in the staff console.': msg`Work in the staff console.`,
  'Send operations of one’s own to GraphQL.': msg`Send operations of one’s own to GraphQL.`,
  'Change tags of users, roles, cities, categories and products.': msg`Change tags of users, roles, cities, categories and products.`,
  'Manage people, roles and settings of the organization.': msg`Manage people, roles and settings of the organization.`,
};

/** What a permission allows, in the reader's language; texts of an operator's own permissions stay as they are. */
export function permissionText(i18n: I18n, description: string): string {
  const known = PERMISSIONS[description];
  return known ? i18n._(known) : description;
}
