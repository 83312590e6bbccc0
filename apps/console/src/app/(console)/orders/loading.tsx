export { OrdersSkeleton as default } from '#features/orders/list/orders-skeleton.tsx';
