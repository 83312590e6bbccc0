/** The body of an expected error. */
export const httpErrorBody = (message: string) => ({ errors: null, meta: { message, tracking_id: null } });

/** The body of a validation error: messages by dotted paths. */
export const invalid = (errors: Record<string, string[]>) => ({
  errors,
  meta: { message: 'The given data was invalid.', tracking_id: null },
});
