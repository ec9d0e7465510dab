/** A JSON object whose fields have not been validated. */
export type Json = Readonly<Record<string, unknown>>
