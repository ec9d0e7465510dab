/**
 * Cost weights per counted item, in operations. One operation takes about a microsecond on the hardware they were
 * measured on; what matters is that all kinds of work are weighted consistently.
 */

/** One product of two numbers, added to a sum. */
export const A_PRODUCT = 0.2
/** Planning, building and multiplying a factor, however small. */
export const A_FACTOR = 60
/** Building a row of a factor. */
export const A_ROW = 2
/** A state of the sums by coat, and each scenario of it. */
export const A_STATE = 8
export const A_SCENARIO = 0.2
/** Each changed frequency in the interval of a coat. */
export const A_BAND = 0.3
/** A state of the exact sums by coat of one cross. */
export const A_TALLIED = 14
/** Adding a row of a posterior to the rows of the same pair. */
export const A_PAIR_ROW = 1.5
/** Naming, ranking and writing a possible phase. */
export const A_PHASE = 4
/** A step through compiled tables: one when they are read, and one per observed coat. */
export const A_STEP = 0.5
/** A further pattern that an observed coat may match. */
export const A_PATTERN = 3
/** A step of reading text. */
export const A_TEXT_STEP = 0.25
/** A possible pair of alleles of an animal at a locus. */
export const A_PAIR = 0.3
/** One cross of two genotypes, however small, and combining two of its gametes. */
export const A_CROSS = 50
export const A_MEETING = 0.25
/** Combining two classes of parents' genotypes, and each of their numbers. */
export const A_JOIN = 1
export const A_JOINED = 0.15
/** A possible coat with its probability, and computing its bounds. */
export const A_COAT = 4
export const A_BOUND = 30
