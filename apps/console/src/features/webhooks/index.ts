export { OrderEvents } from './order-events.tsx';
