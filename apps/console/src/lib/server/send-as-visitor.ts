import { headers } from 'next/headers';
import { post, readAnswer, type Send } from '../send.ts';
import { apiAddress } from './api-address.ts';
import { credentials } from './credentials.ts';

/** Sends as the visitor whose page is being made, by the visitor's cookie. For reads alone. */
export const sendAsVisitor: Send = async (document, variables, signal) => {
  const url = `${apiAddress()}/graphql`;
  return readAnswer(document, await post(url, credentials(await headers()), document, variables, signal));
};
