/** How many answers of one API key are kept for repeated calls. */
export const KEPT_ANSWERS = 10
