/**
 * The rows of the benchmark, in the order of the targets.
 */
import type { Row } from '../row.js'
import { P7, P8 } from './bytes.js'
import { P16, P5, P6 } from './crosses.js'
import { P1, P2, P3 } from './http-throughput.js'
import { P4 } from './one-coat.js'

export const ROWS: readonly Row[] = [P1, P2, P3, P4, P5, P6, P7, P8, P16]
