export { ordersText, webhooksText } from './batch-labels.ts';
export { LiveBatchProgress } from './page/batch-progress.tsx';
