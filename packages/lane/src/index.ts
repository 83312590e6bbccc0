export { boundConnections, endUnreadable } from './connections.ts';
export { type Bounds, type Entry, Lane, type Party, type ReleaseSlot, type Wait } from './lane.ts';
export {
  clientAddress,
  isAddressRange,
  TRUSTED_PROXIES,
  type TrustedProxies,
  trustedProxies,
} from './trusted-proxies.ts';
