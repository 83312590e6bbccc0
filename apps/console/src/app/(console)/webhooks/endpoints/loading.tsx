export { EndpointsSkeleton as default } from '#features/webhooks/endpoints/endpoints-screen.tsx';
