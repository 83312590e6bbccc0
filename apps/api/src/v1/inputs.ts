import { MAX_TEXTS, UNKNOWN_ID } from '@channel/graph';
import { wire } from 'graphql-rest-router';
import { z } from 'zod';

/* Input members that several endpoints share. */

const { loose } = wire;

/** Ids joined by the vertical bar; in a JSON body a single number is accepted. */
export const idList = () => z.preprocess(fromNumber, wire.barList(wire.filterId()));

const fromNumber = (value: unknown) => (typeof value === 'number' ? String(value) : value);

/** An id in a body, or its digits. A value that can be no id is read as an unknown id. */
export const bodyId = () => wire.loose.bodyId(UNKNOWN_ID);

/** A list of ids in a body, or of their digits. */
export const bodyIds = (min = 0) => wire.list(bodyId(), { min });

/** Texts joined by the vertical bar. */
export const textList = () => wire.barList(wire.text({ max: 500 }), { max: MAX_TEXTS });

/** Countries by code, name or id, joined by the vertical bar; in a JSON body a single number is accepted. */
export const countryList = () => z.preprocess(fromNumber, textList());

/** A tag named by text: its value, or `key:value`. At most the longest key, a colon and the longest value. */
const tagText = wire
  .text({ min: 1, max: 1_501 })
  .describe('A tag by its value, or by `key:value`.')
  .transform((text) => ({ text }));

const tagKey = wire.text({ min: 1, max: 500 });
const tagValue = z.union([wire.text({ max: 1_000 }), wire.number()]);

/** A key with a string or a number. */
export const tagPair = z.object({ key: tagKey, value: tagValue });

const tagMatch = z.object({ key: tagKey, value: wire.optional(tagValue) }).meta({ title: 'TagMatch' });

/**
 * Tags of a filter or a selection, each in any form: text, a key with its value, or a key alone. All of them must
 * match.
 */
export const tagMatches = () => wire.list(z.union([tagText, tagMatch]), { max: 100 });

/** Tags to assign. */
export const tagPairs = () => wire.list(tagPair.meta({ title: 'TagPair' }), { max: 100 });

/** `page` and `per_page` of an endpoint that answers the whole list without them. */
export const optionalPaging = (max: number) => ({
  page: wire.optional(loose.int({ min: 1, max: 1_000_000 })),
  per_page: wire.optional(loose.int({ min: 1, max: max })),
});

/** `page` and `per_page` of a list. */
export const paging = (perPage: { standard: number; max: number }) => ({
  ...optionalPaging(perPage.max),
  per_page: wire
    .optional(loose.int({ min: 1, max: perPage.max }).describe(`Default ${Math.min(perPage.standard, perPage.max)}.`))
    .transform((size) => size ?? Math.min(perPage.standard, perPage.max)),
});

/** The beginning or a part of the searched text; an empty one matches everything. */
export const query = () => wire.optional(wire.text({ max: 500 }));

/** A role in a path: its id or its name. */
export const rolePath = () => wire.text({ min: 1, max: 200 });
