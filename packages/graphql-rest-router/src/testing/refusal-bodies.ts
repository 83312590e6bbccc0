/** What a planned refusal answers. */
export const httpErrorBody = (message: string) => ({ errors: null, meta: { message, tracking_id: null } });

/** What refused input answers: messages by dotted paths. */
export const invalid = (errors: Record<string, string[]>) => ({
  errors,
  meta: { message: 'The given data was invalid.', tracking_id: null },
});
