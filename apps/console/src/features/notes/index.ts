export { MentioningNotes } from './mentioning-notes.tsx';
export { addNote } from './notes-query.ts';
export { NotesSection } from './notes-section.tsx';
