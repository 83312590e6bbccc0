export { CrewAccessSection } from './crew-access-section.tsx';
export { LastMail } from './last-mail.tsx';
