const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be the id of an event. Postgres refuses to compare ids with any other text. */
export const isEventId = (text: string): boolean => UUID.test(text);
