export { ordersText, webhooksText } from './batch-words.ts';
export { LiveBatchProgress } from './page/batch-progress.tsx';
