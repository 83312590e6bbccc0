import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import type { Penalty, Terms } from './terms-query.ts';

/** When a penalty begins, in words. */
export function spanText(i18n: I18n, { time }: Pick<Penalty, 'time'>, unit: Terms['unit']): string {
  switch (unit) {
    case 'minutes':
      return t(i18n)`${plural(time, { one: '# minute', other: '# minutes' })} before the start`;
    case 'hours':
      return t(i18n)`${plural(time, { one: '# hour', other: '# hours' })} before the start`;
    case 'days':
      return t(i18n)`${plural(time, { one: '# day', other: '# days' })} before the start`;
    case 'none':
      return t(i18n)`${time} (unit not set) before the start`;
  }
}
