import { msg } from '@lingui/core/macro';
import { PersonalDataScreen } from '#features/people/personal-data/personal-data-screen.tsx';
import { titled } from '#lib/server/texts.ts';

export const generateMetadata = titled(msg`Personal data`);

export default function PersonalDataPage() {
  return <PersonalDataScreen />;
}
