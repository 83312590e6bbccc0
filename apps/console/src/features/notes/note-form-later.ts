import { later } from '#lib/later.ts';

export const NoteForm = later(() => import('./note-form.tsx').then((module) => module.NoteForm));
