import { data, type Route, route } from 'graphql-rest-router';
import type { V1 } from '../dependencies.ts';

const tags = ['Users'];

const list = (path: string, operation: ReturnType<V1['operation']>, summary: string, description: string) =>
  route({
    method: 'GET',
    path,
    operation,
    answer: data(),
    summary,
    description,
    openFacts: ['permissions', 'default-order'],
    tags,
  });

/** The endpoints of the user's profile and of the users who may be assigned. */
export const userRoutes = ({ operation }: V1): Route[] => [
  route({
    method: 'GET',
    path: '/v1/profile',
    operation: operation('GetProfile'),
    answer: data(),
    summary: 'Show my profile',
    description: 'The user of the bearer token, with roles, their permissions, and organizations.',
    openFacts: ['taggable-fields', 'photo'],
    tags,
  }),
  list(
    '/v1/contactpersons',
    operation('ListContactPersons'),
    'List contact persons',
    'The users who may be assigned as contact person of an order.',
  ),
  list(
    '/v1/drivers',
    operation('ListDrivers'),
    'List drivers',
    'The users who may be assigned as driver of a transfer.',
  ),
  list('/v1/issuers', operation('ListIssuers'), 'List issuers', 'The users who may book products.'),
  list('/v1/tourguides', operation('ListTourGuides'), 'List tour guides', 'The users with the tour-guide permission.'),
];
