import type { IncomingMessage, RequestListener } from 'node:http';
import { schema } from '@channel/graph';
import { load } from '../../extra-packages.ts';
import { contextFor, serve } from '../our-schema.ts';

/* This repository's schema as REST by SOFA, which selects the fields itself: scalars and objects to a depth. */

/** Deep enough for an order with its bookings and their prices. */
const DEPTH = 4;

type UseSofa = (options: {
  basePath: string;
  schema: typeof schema;
  depthLimit: number;
  context: (server: { req: IncomingMessage }) => unknown;
}) => RequestListener;

const { useSofa } = (await load('sofa', 'sofa-api')) as { useSofa: UseSofa };

serve(useSofa({ basePath: '/api', schema, depthLimit: DEPTH, context: ({ req }) => contextFor(req) }));
