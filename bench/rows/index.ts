/**
 * The rows of the benchmark, in the order of the targets.
 */
import type { Row } from '../row.js'
import { P7, P8 } from './bytes.js'
import { P16, P5, P6 } from './crosses.js'
import { GROWTH } from './growth.js'
import { P17, P18 } from './heaviest.js'
import { P12, P9 } from './http-crosses.js'
import { P10, P11 } from './http-large.js'
import { P1, P2, P3 } from './http-throughput.js'
import { P4 } from './one-coat.js'
import { P14 } from './cold-start.js'
import { P15 } from './process-life.js'
import { P13 } from './redis.js'
import { P19 } from './partial-knowledge.js'

export const ROWS: readonly Row[] = [
  P1,
  P2,
  P3,
  P4,
  P5,
  P6,
  P7,
  P8,
  P9,
  P10,
  P11,
  P12,
  P13,
  P14,
  P15,
  P16,
  P17,
  P18,
  P19,
  GROWTH,
]
