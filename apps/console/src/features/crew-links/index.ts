export { CrewAccessSection } from './crew-access-section.tsx';
