export { CERTIFICATE } from './certificate.ts';
export { createCourier, NOW, SETTINGS, type TestCourier } from './courier.ts';
export { type Job, jobsOf, queuedDeliveries, runQueue } from './queue.ts';
export * from './receiver.ts';
export { verified } from './verify.ts';
export { createWorld, type World } from './world.ts';
