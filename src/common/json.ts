/** A JSON object whose fields are not looked at yet. */
export type Json = Readonly<Record<string, unknown>>
