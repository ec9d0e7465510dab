/**
 * The rows of the benchmark, in the order of the targets.
 */
import type { Row } from '../row.js'
import { P1, P2, P3 } from './http-throughput.js'

export const ROWS: readonly Row[] = [P1, P2, P3]
