import './memory.ts';

/* The API process. What it is made of is loaded only now: a module that is imported is there before the first one runs. */

await import('./serve.ts');
