export { OrderSkeleton as default } from '#features/orders/page/order-skeleton.tsx';
