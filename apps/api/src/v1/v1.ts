import type { Route } from 'graphql-rest-router';
import type { V1 } from './dependencies.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import { bookingRoutes } from './pos/booking.routes.ts';
import { posRoutes } from './pos/pos.routes.ts';
import { referenceRoutes } from './reference/reference.routes.ts';
import { tagRoutes } from './tags/tags.routes.ts';
import { tokenRoutes } from './tokens/tokens.routes.ts';
import { userRoutes } from './users/users.routes.ts';

/** Every endpoint of v1. */
export const v1Routes = (v1: V1): Route[] => [
  ...tokenRoutes(v1),
  ...referenceRoutes(v1),
  ...orderRoutes(v1),
  ...posRoutes(v1),
  ...bookingRoutes(v1),
  ...tagRoutes(v1),
  ...userRoutes(v1),
];
