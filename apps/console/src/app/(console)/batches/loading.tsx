export { BatchesSkeleton as default } from '#features/batches/list/batches-screen.tsx';
