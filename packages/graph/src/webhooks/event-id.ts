const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be the id of an event. The database would not compare it with anything else. */
export const isEventId = (text: string): boolean => UUID.test(text);
