import { headers } from 'next/headers';
import { post, readAnswer, type Send } from '../send.ts';
import { apiAddress } from './api-address.ts';
import { credentials } from './credentials.ts';

/** Sends a query with the cookie of the visitor whose page is being rendered. Only for reads. */
export const sendAsVisitor: Send = async (document, variables, signal) => {
  const url = `${apiAddress()}/graphql`;
  return readAnswer(document, await post(url, credentials(await headers()), document, variables, signal));
};
