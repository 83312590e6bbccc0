/* The tests of series, with ten times as many requests. */
await import('./metrics.test.ts');
