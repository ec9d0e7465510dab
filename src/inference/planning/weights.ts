/**
 * Weights of the counts that make up a cost, in operations. One operation takes about a microsecond on the hardware they
 * were measured on; what matters is that all kinds of work are weighed alike.
 */

/** One product of two numbers, added to a sum. */
export const A_PRODUCT = 0.2
/** A factor that is planned, built and multiplied, however small. */
export const A_FACTOR = 60
/** A row of a factor that is built. */
export const A_ROW = 2
/** A state of the sums by coat, and each of its scenarios. */
export const A_STATE = 8
export const A_SCENARIO = 0.2
/** Each changed frequency in the interval of a coat. */
export const A_BAND = 0.3
/** A state of the exact sums by coat of one cross. */
export const A_TALLIED = 14
/** A row of a posterior, added to the rows of the same pair. */
export const A_PAIR_ROW = 1.5
/** A possible phase: named, ranked and written. */
export const A_PHASE = 4
/** A step through compiled tables: once when they are read, and once for each observed coat. */
export const A_STEP = 0.5
/** A pattern that an observed coat may match besides the one that was named. */
export const A_PATTERN = 3
/** A step of reading text. */
export const A_TEXT_STEP = 0.25
/** A pair of alleles that an animal may have at a locus. */
export const A_PAIR = 0.3
/** One cross of two genotypes, however small, and the union of two of its gametes. */
export const A_CROSS = 50
export const A_MEETING = 0.25
/** Two classes of parents' genotypes combined, and each of their numbers. */
export const A_JOIN = 1
export const A_JOINED = 0.15
/** One possible coat with its probability, and with its bounds. */
export const A_COAT = 4
export const A_BOUND = 30
