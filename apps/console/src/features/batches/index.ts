export { LiveBatchProgress } from './page/batch-progress.tsx';
