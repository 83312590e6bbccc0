import { later } from '#lib/later.ts';

export const FieldInput = later(() => import('./field-input.tsx').then((module) => module.FieldInput));
